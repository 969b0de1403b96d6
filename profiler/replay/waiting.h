#pragma once
// What a recorded run's streams and ranks waited beyond the work that they waited for. Pure.

#include <vector>

#include "profiler/replay/recorded_spans.h"

namespace shardscope::profiler {

struct Waiting {
    /// From the end of what a sleeping compute stream waited for to its going on: a mean; 0 where it
    /// never slept.
    double wakeUpNs = 0;
    /// What ranks wait at collectives for the last to come, as a part of the time since they met.
    double lateness = 0;
};

Waiting waitingOf(const std::vector<RankSpans>& ranks);

}  // namespace shardscope::profiler
