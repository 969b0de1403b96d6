#pragma once
// A step taken apart for comparing a prediction with a measurement: computation by kind of kernel,
// what of communication was exposed, waiting, and what is left. A pure function of the trace.

#include <cstdint>
#include <map>
#include <string>

#include "core/base/result.h"
#include "traces/trace.h"

namespace shardscope::traces {

/// Medians over measured steps of the rank whose median step is longest, nanoseconds. Medians need not
/// add up: unexplainedNs makes them.
struct StepBreakdown {
    int64_t steps = 0;  ///< measured
    int64_t stepNs = 0;
    std::map<std::string, int64_t> computeNs;     ///< by kind: "matmul", "adamw"
    int64_t exposedNs = 0;                        ///< transfers while nothing was computed
    int64_t waitingNs = 0;                        ///< for peers, while nothing was computed or sent
    int64_t idleNs = 0;                           ///< none of these
    int64_t unexplainedNs = 0;                    ///< the step less all of the above
    std::map<std::string, int64_t> collectiveNs;  ///< transfers by kind, beside computation or not
};

/// Errors: InvalidInput when the trace is not one of our recordings, or has no whole step.
core::Result<StepBreakdown> breakdownOf(const Trace& trace, const std::string& path);

}  // namespace shardscope::traces
