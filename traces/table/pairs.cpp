#include "traces/table/pairs.h"

namespace shardscope::table {

Phrase Pair::name() const {
    return Sentences::phrase("%1 -> %2, G=%3").with({from->label, to->label, group->gradAccum});
}

bool Pair::areOneAndTwo() const { return labelledStage(a()) == 1 && labelledStage(b()) == 2; }

std::vector<Pair> pairsOf(const TableModel& model) {
    std::vector<Pair> pairs;
    for (const TableGroup& group : model.groups) {
        const TableRow *from = group.ofStage(1), *to = group.ofStage(2);
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
