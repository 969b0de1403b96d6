#include "traces/table/pairs.h"

#include <algorithm>

#include "traces/analysis/json_access.h"

namespace shardscope::table {

namespace {

/// The stage that a label claims: its axes', or the number that DeepSpeed gives it.
int claimedStage(const traces::RunReport& report) {
    const std::string preset = traces::textOf(report.strategy, "preset");
    if (preset == "deepspeed-1") return 1;
    return preset == "deepspeed-2" ? 2 : labelledStage(report);
}

const TableRow* ofClaim(const TableGroup& group, int stage) {
    const auto found = std::ranges::find_if(group.rows, [&](const TableRow& row) {
        return claimedStage(*row.report) == stage && row.report->status == "ok" &&
               hasNumbers(*row.report);
    });
    return found == group.rows.end() ? nullptr : &*found;
}

}  // namespace

Phrase Pair::name() const {
    return Sentences::phrase("%1 -> %2, G=%3").with({from->label, to->label, group->gradAccum});
}

bool Pair::areOneAndTwo() const { return claimedStage(a()) == 1 && claimedStage(b()) == 2; }

std::vector<Pair> pairsOf(const TableModel& model) {
    std::vector<Pair> pairs;
    for (const TableGroup& group : model.groups) {
        const TableRow *from = ofClaim(group, 1), *to = ofClaim(group, 2);
        if (!from || !to) {
            std::vector<const TableRow*> ran;
            for (const TableRow& row : group.rows) {
                if (row.report->status == "ok" && hasNumbers(*row.report)) ran.push_back(&row);
            }
            if (ran.size() < 2) continue;
            from = ran.front();
            to = ran.back();
        }
        pairs.push_back({from, to, &group});
    }
    return pairs;
}

}  // namespace shardscope::table
