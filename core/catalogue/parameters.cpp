#include "core/catalogue/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

#include "core/base/units.h"
#include "core/catalogue/lister.h"

namespace shardscope::core {

namespace {

constexpr std::array<std::string_view, 7> kGroups{
    "embedding", "attention", "feed-forward", "experts", "router", "norms", "head"};

std::string line(std::string_view group, int64_t tensors, int64_t elements) {
    return fmt::format("{:<12} {:>9} {:>19}\n", group, withCommas(tensors), withCommas(elements));
}

}  // namespace

std::string_view nameOf(ParameterGroup group) { return kGroups[static_cast<size_t>(group)]; }

int64_t ModelParameter::elements() const {
    return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}

std::vector<ModelParameter> parametersOf(const Architecture& architecture) {
    switch (architecture.family) {
        case Family::Gpt2:
        case Family::Bloom:
        case Family::Falcon:
        case Family::Opt:
        case Family::Mpt:
            return listGptLike(architecture);
        case Family::T5:
            return listT5(architecture);
        case Family::Bert:
            return listBert(architecture);
        case Family::Vit:
            return listVit(architecture);
        default:
            return listLlamaLike(architecture);
    }
}

int64_t parameterCount(const Architecture& architecture) {
    int64_t count = 0;
    for (const GroupTotal& total : parameterGroups(architecture)) count += total.elements;
    return count;
}

std::vector<GroupTotal> parameterGroups(const Architecture& architecture) {
    std::vector<GroupTotal> totals(kGroups.size());
    for (size_t i = 0; i < totals.size(); ++i) totals[i].group = static_cast<ParameterGroup>(i);
    for (const ModelParameter& parameter : parametersOf(architecture)) {
        GroupTotal& total = totals[static_cast<size_t>(parameter.group)];
        ++total.tensors;
        total.elements += parameter.elements();
    }
    std::erase_if(totals, [](const GroupTotal& total) { return total.tensors == 0; });
    return totals;
}

std::string describeParameters(const Architecture& architecture) {
    std::string text = fmt::format("{:<12} {:>9} {:>19}\n", "group", "tensors", "elements");
    int64_t tensors = 0, elements = 0;
    for (const GroupTotal& total : parameterGroups(architecture)) {
        text += line(nameOf(total.group), total.tensors, total.elements);
        tensors += total.tensors;
        elements += total.elements;
    }
    return text + line("sum", tensors, elements);
}

}  // namespace shardscope::core
