#pragma once
// Whether strategies end with the same weights: what numericsSentences says first. Pure; any thread.

#include <vector>

#include "traces/table/model.h"
#include "traces/table/phrase.h"

namespace shardscope::table {

/// Adds parts of a sentence, some of them empty: hashes that are equal or differ and why, rows that are
/// not compared, ranks that disagree.
void sayWeights(const TableGroup& group, std::vector<Phrase>& out);

}  // namespace shardscope::table
