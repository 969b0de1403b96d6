#pragma once
// Spans of a recorded run boiled down to one time an operation and one a collective's size. Pure.

#include <vector>

#include "core/sim/measured/recorded_times.h"
#include "profiler/replay/recorded_spans.h"

namespace shardscope::profiler {

/// How much single medians had to grow for a step's sum to be the recorded one: short work is held up now
/// and then, which medians leave out. 1 where every step is alike.
struct Stretch {
    double operations = 1.0, transfers = 1.0;
};

struct SpanTimes {
    core::RecordedTimes times;  ///< stretched already; pace and hand-over are left at 0
    Stretch stretch;
};

/// @param worldSize of the run: how many ranks a collective of all has.
SpanTimes timesOf(const std::vector<RankSpans>& ranks, int worldSize);

}  // namespace shardscope::profiler
