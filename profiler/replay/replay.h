#pragma once
// A recorded run as a cost model: what `simulate --costs-from` simulates on. Immutable; any thread.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/planner.h"
#include "core/sim/measured/replayed_costs.h"
#include "traces/trace.h"

namespace shardscope::profiler {

/// A recording, and the problem that its metadata describe.
struct ReplaySource {
    std::string path;
    traces::Trace trace;
    core::Problem problem;
};

struct Replay {
    std::shared_ptr<const core::ReplayedCosts> costs;
    std::string where;  ///< path of the recording, for errors; the first of several
    int ranks = 1;
    bool sharesCores = false;  ///< ranks were threads of one machine
    int cores = 0;             ///< of that machine; 0 = the recording does not say
    std::optional<double> peakFlops;
    /// True of every replay of it.
    std::vector<std::string> assumptions;
    /// The recorded configurations, replayed and held against what was recorded.
    std::vector<std::string> validatedOn;
    /// Predicted over recorded step of the configuration where they differ most; 1: equal.
    double ratio = 1.0;
};

/// Errors: InvalidInput naming the file: not whole, without a whole step, of another plan than this version
/// makes; with several: other work, ranks or hardware than the first one's.
core::Result<Replay> makeReplay(const std::vector<ReplaySource>& sources);

/// Whether @p ranks can be said anything about. Errors: InvalidInput where ranks share cores.
core::Result<void> ranksCanBe(const Replay& replay, int ranks);

}  // namespace shardscope::profiler
