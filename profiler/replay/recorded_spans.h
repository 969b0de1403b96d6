#pragma once
// A recording's work as spans with the actions that they were: what times are taken from. One pass over
// the trace; the spans of a rank are in order of time.

#include <string>
#include <vector>

#include "profiler/replay/plan_lookup.h"
#include "traces/analysis/recording.h"

namespace shardscope::profiler {

struct ActionSpan {
    const core::Action* action = nullptr;  ///< of the rank's PlanLookup
    int64_t step = -1;
    int microBatch = -1;
    int64_t beginNs = 0, endNs = 0;  ///< of a collective: its transfer, waiting left out
    int64_t arrivedNs = 0;           ///< of a collective: before its peers came; else beginNs
};

/// The compute stream stood still.
struct Stall {
    int64_t beginNs = 0, endNs = 0;
};

/// A pool call: when the host was there.
struct HostSpot {
    int64_t step = -1;
    int microBatch = -1;
    int32_t action = -1;
    int64_t timeNs = 0;
};

struct RankSpans {
    PlanLookup plans;
    std::vector<ActionSpan> work;  ///< of set-up and of measured steps
    std::vector<HostSpot> host;    ///< of measured steps
    std::vector<Stall> stalls;     ///< of measured steps
};

/// @param problem what the recording says it ran. Errors: InvalidInput (at @p path) when its events are
/// not those of the plans that this version makes of it.
core::Result<std::vector<RankSpans>> spansOf(const traces::Recording& recording,
                                             const core::Problem& problem, const std::string& path);

}  // namespace shardscope::profiler
