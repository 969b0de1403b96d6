#pragma once
// Which rows of a table are set against each other. Borrows the model; any thread.

#include <vector>

#include "traces/table/model.h"
#include "traces/table/phrase.h"

namespace shardscope::table {

/// Two rows of one group: from fewer sharded things to more.
struct Pair {
    const TableRow *from = nullptr, *to = nullptr;
    const TableGroup* group = nullptr;

    const traces::RunReport& a() const { return *from->report; }
    const traces::RunReport& b() const { return *to->report; }
    /// "1 -> 2, G=4".
    Phrase name() const;
    bool areOneAndTwo() const;
};
/// Of each group stages 1 and 2 where both ran, else of the rows that ran the one that shards least and
/// the one that shards most; the same whatever the order of the rows.
std::vector<Pair> pairsOf(const TableModel& model);

}  // namespace shardscope::table
