#include "traces/table/pairs.h"

#include <algorithm>
#include <tuple>

#include "traces/analysis/json_access.h"

namespace shardscope::table {

namespace {

/// The stage that a label claims: its axes', or the number that DeepSpeed gives it.
int claimedStage(const traces::RunReport& report) {
    const std::string preset = traces::textOf(report.strategy, "preset");
    if (preset == "deepspeed-1") return 1;
    return preset == "deepspeed-2" ? 2 : labelledStage(report);
}

/// Of optimizer state, gradients and weights.
int shardedThings(const traces::RunReport& report) {
    const auto is = [&](const char* axis, std::string_view value) {
        return traces::textOf(report.strategy, axis) == value ? 1 : 0;
    };
    return is("optimizer", "sharded") + is("storage", "freed-per-bucket") +
           is("parameters", "gathered-per-forward") + is("parameters", "gathered-per-use");
}

/// One order whatever the order of the rows, so that every view of the same runs picks the same pair:
/// what is sharded, the paper's stages before systems, names.
auto orderOf(const TableRow* row) {
    const traces::RunReport& report = *row->report;
    const std::string preset = traces::textOf(report.strategy, "preset", report.name);
    return std::tuple(shardedThings(report), !preset.starts_with("zero-"), preset.size(), preset,
                      report.name.size(), report.name);
}

bool before(const TableRow* a, const TableRow* b) { return orderOf(a) < orderOf(b); }

/// Rows with numbers that ran to the end, in that order.
std::vector<const TableRow*> ranIn(const TableGroup& group) {
    std::vector<const TableRow*> ran;
    for (const TableRow& row : group.rows) {
        if (row.report->status == "ok" && hasNumbers(*row.report)) ran.push_back(&row);
    }
    std::ranges::stable_sort(ran, before);
    return ran;
}

const TableRow* ofClaim(const std::vector<const TableRow*>& ran, int stage) {
    const auto found = std::ranges::find_if(
        ran, [&](const TableRow* row) { return claimedStage(*row->report) == stage; });
    return found == ran.end() ? nullptr : *found;
}

}  // namespace

Phrase Pair::name() const {
    return Sentences::phrase("%1 -> %2, G=%3").with({from->label, to->label, group->gradAccum});
}

bool Pair::areOneAndTwo() const { return claimedStage(a()) == 1 && claimedStage(b()) == 2; }

std::vector<Pair> pairsOf(const TableModel& model) {
    std::vector<Pair> pairs;
    for (const TableGroup& group : model.groups) {
        const std::vector<const TableRow*> ran = ranIn(group);
        const TableRow *from = ofClaim(ran, 1), *to = ofClaim(ran, 2);
        if (!from || !to) {
            if (ran.size() < 2) continue;
            from = ran.front();
            to = ran.back();
        }
        pairs.push_back({from, to, &group});
    }
    return pairs;
}

}  // namespace shardscope::table
