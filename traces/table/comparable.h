#pragma once
// Whether weights and losses of two runs can be held against each other, and why they may differ where
// they can. Pure; any thread.

#include <string>
#include <vector>

#include "traces/table/model.h"
#include "traces/table/phrase.h"

namespace shardscope::table {

/// "other number of steps, another seed": why equal bits cannot be asked of @p a and @p b; empty where
/// they can.
Phrase whyNotCompared(const traces::RunReport& a, const traces::RunReport& b);
/// Why runs of the same training part in their last bits, where their strategies say so: sums in another
/// dtype, or in another order. Empty where nothing says so: then they should be equal.
Phrase whyBitsDiffer(const traces::RunReport& a, const traces::RunReport& b);

/// Whether both add gradients up in the same dtypes.
bool sumsInOneDtype(const traces::RunReport& a, const traces::RunReport& b);

using Rows = std::vector<const TableRow*>;
/// Rows that trained to the end, by what can be compared with each other, in the order of the table.
std::vector<Rows> comparableRows(const TableGroup& group);
std::vector<std::string> labelsOf(const Rows& rows);

}  // namespace shardscope::table
