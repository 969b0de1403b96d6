#include "traces/table/comparable.h"

#include <algorithm>

#include "traces/analysis/json_access.h"
#include "traces/table/finished.h"

namespace shardscope::table {

namespace {

using traces::Json;
using traces::memberOf;
using traces::RunReport;
using traces::textOf;

bool differ(const Json& a, const Json& b, std::initializer_list<std::string_view> keys) {
    return std::ranges::any_of(
        keys, [&](std::string_view key) { return memberOf(a, key) != memberOf(b, key); });
}

/// The order in which a strategy adds up: bucket by bucket in as many slices as there are ranks, whether
/// it shards or not, or by its own layout.
std::string orderOf(const Json& strategy) {
    const std::string layout = textOf(strategy, "layout");
    const bool slices = layout == "none" || layout == "per-bucket";
    return (slices ? std::string("slices") : layout) + " of " + memberOf(strategy, "bucket").dump();
}

}  // namespace

Phrase whyNotCompared(const RunReport& a, const RunReport& b) {
    const Json &one = a.workload, &other = b.workload;
    std::vector<Phrase> why;
    const auto add = [&](bool differs, const Phrase& reason) {
        if (differs) why.push_back(reason);
    };
    add(differ(one, other,
               {"model", "modelName", "parameters", "layers", "hidden", "heads", "vocab",
                "intermediate", "kvHeads", "ropeTheta", "ropeScaling", "sequence"}),
        Sentences::phrase("another model"));
    add(a.steps != b.steps, Sentences::phrase("other number of steps"));
    add(a.ranks != b.ranks, Sentences::phrase("other number of ranks"));
    add(differ(one, other, {"microBatch", "gradAccum"}), Sentences::phrase("another batch"));
    add(differ(one, other, {"seed"}), Sentences::phrase("another seed"));
    add(differ(one, other, {"data"}), Sentences::phrase("other data"));
    add(differ(one, other, {"dtype"}), Sentences::phrase("another dtype"));
    add(differ(one, other, {"optimizer", "learningRate", "clip"}),
        Sentences::phrase("another optimizer or its settings"));
    return Phrase::joined(std::move(why), ", ");
}

Phrase whyBitsDiffer(const RunReport& a, const RunReport& b) {
    if (!sumsInOneDtype(a, b)) {
        return Sentences::phrase("gradients are summed in another dtype");
    }
    if (traces::integerOf(a.workload, "gradAccum", 1) > 1 &&
        differ(a.strategy, b.strategy, {"cadence"})) {
        return Sentences::phrase("gradients are reduced once a step or every micro-batch");
    }
    if (orderOf(a.strategy) != orderOf(b.strategy)) {
        return Sentences::phrase("gradients or their norm are summed in another order");
    }
    return {};
}

bool sumsInOneDtype(const RunReport& a, const RunReport& b) {
    return !differ(a.workload, b.workload, {"reduceDtype", "accumulateDtype"});
}

std::vector<Rows> comparableRows(const TableGroup& group) {
    std::vector<Rows> groups;
    for (const TableRow* row : finished(group)) {
        if (row->report->source == "simulated") continue;
        const auto place = std::ranges::find_if(groups, [&](const Rows& rows) {
            return whyNotCompared(*rows.front()->report, *row->report).empty();
        });
        if (place == groups.end()) {
            groups.push_back({row});
        } else {
            place->push_back(row);
        }
    }
    return groups;
}

std::vector<std::string> labelsOf(const Rows& rows) {
    std::vector<std::string> labels;
    for (const TableRow* row : rows) labels.push_back(row->label);
    return labels;
}

}  // namespace shardscope::table
