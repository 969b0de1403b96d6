#include "core/catalogue/catalogue.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "core/base/nearest.h"

namespace shardscope::core {

namespace {

std::string lowered(std::string_view name) {
    std::string out(name);
    std::ranges::transform(out, out.begin(), [](unsigned char c) { return std::tolower(c); });
    return out;
}

/// Names whose first word is that of @p name: "llama-9" gives the llamas.
std::vector<std::string_view> alike(std::string_view name) {
    const std::string_view word = name.substr(0, name.find_first_of("-0123456789"));
    std::vector<std::string_view> names;
    for (const CatalogueEntry& entry : catalogue()) {
        if (!word.empty() && entry.name.starts_with(word)) names.push_back(entry.name);
    }
    return names;
}

std::string firstOfEachFamily(std::span<const std::string_view> others) {
    std::vector<std::string_view> names(others.begin(), others.end());
    const Architecture* before = nullptr;
    for (const CatalogueEntry& entry : catalogue()) {
        const bool same = before && before->family == entry.architecture.family;
        before = &entry.architecture;
        if (!same) names.push_back(entry.name);
    }
    return fmt::format("{}, … (all: --model help)", fmt::join(names, ", "));
}

}  // namespace

std::span<const CatalogueEntry> catalogue() {
    static const std::vector<CatalogueEntry> kRows = catalogueRows();
    return kRows;
}

Result<CatalogueEntry> catalogueNamed(std::string_view name, std::string_view where,
                                      std::span<const std::string_view> others) {
    const std::string wanted = lowered(name.substr(name.rfind('/') + 1));  // npos + 1 is 0
    std::vector<std::string_view> names(others.begin(), others.end());
    for (const CatalogueEntry& entry : catalogue()) {
        if (entry.name == wanted) return entry;
        names.push_back(entry.name);
    }
    const std::vector<std::string_view> close = alike(wanted);
    const std::string allowed =
        close.empty() ? firstOfEachFamily(others) : fmt::format("{}", fmt::join(close, ", "));
    return invalidInput(std::string(where),
                        fmt::format("found \"{}\", which is neither a file nor a model of the "
                                    "catalogue{}; known: {}",
                                    name, suggestion(wanted, names), allowed));
}

}  // namespace shardscope::core
