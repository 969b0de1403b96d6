#pragma once
// One lane, one thing at a time: complete events of a lane nest or are disjoint (W7).
// Plain functions; one thread a trace.

#include "traces/trace.h"

namespace shardscope::traces {

/// Added to a lane's tid for each overflow lane.
inline constexpr uint32_t kOverflowStep = 100;

/// Whether some complete event partly overlaps another of its lane. Events sorted (canonical.h).
bool hasOverlaps(const Trace& trace);

/// Moves each complete event that partly overlaps one before it to the first of the lanes
/// tid + 100, tid + 200, … where it nests; such a lane is named "… (2)", "… (3)" and sorts with its
/// own. A tid that means another lane already is passed over. Events sorted.
void spreadOverlaps(Trace& trace);

}  // namespace shardscope::traces
