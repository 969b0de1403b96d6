#pragma once
// The one pass over a trace's events that sorts them into rows by rank.

#include <vector>

#include "traces/analysis/recording.h"

namespace shardscope::traces {

/// Rows of ranks 0 … the last one with events. Events of other processes and categories are left out.
/// A gradient that never ended (a cut file) ends with the trace.
std::vector<RankRows> readRows(const Trace& trace, int worldSize);

}  // namespace shardscope::traces
