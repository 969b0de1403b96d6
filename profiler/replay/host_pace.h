#pragma once
// How long the host needs to issue work, from when it called the pool. Pure.

#include <vector>

#include "profiler/replay/recorded_spans.h"

namespace shardscope::profiler {

/// Nanoseconds to issue a launch or collective, and a record, wait or mark.
struct HostPace {
    double launchNs = 0, eventNs = 0;
};

/// Between two pool calls of one step the host issued so many of each: least squares over the medians
/// of alike stretches. Zeros when there are none.
HostPace hostPaceOf(std::vector<RankSpans>& ranks);

/// Of the compute stream, from one operation's end to the next one's start where nothing was waited for:
/// the median over ranks and steps of each step's mean. 0 when there are none.
double handOverNsOf(std::vector<RankSpans>& ranks);

}  // namespace shardscope::profiler
