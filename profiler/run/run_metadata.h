#pragma once
// What a recording says of its run: the object under "shardscope" (traces/vocabulary.h, RUN), from
// the problem that was run and from what came of it. Pure; any thread.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/engine/rank_runner.h"
#include "profiler/recorder.h"
#include "traces/trace.h"

namespace shardscope::profiler {

/// What the arithmetic gave. One value a step in the lists.
struct Numerics {
    std::vector<double> loss;          ///< mean over micro-batches, then ranks
    std::vector<double> gradientNorm;  ///< before clipping
    int64_t skippedSteps = 0;
    std::optional<double> lossScale;         ///< after the last step; fp16 only
    std::optional<uint64_t> weightHash;      ///< none where nothing is computed
    bool ranksAgree = true;                  ///< all ranks hold the same weights
    std::optional<int64_t> ranksPartAtStep;  ///< 0-based; the first step after which they do not
};

/// A run as its process knows it; the rest of the object follows from the problem.
struct RunFacts {
    std::string name;  ///< "zero-2-g4"
    std::string status = "ok";
    std::optional<core::Error> error;
    std::string source = "measured";
    std::string device = "host";
    std::string hardware;
    int cores = 0;            ///< that ranks share; 0 where each has a device of its own
    int64_t steps = 0;        ///< finished
    int64_t memoryLimit = 0;  ///< bytes a rank; 0 = none
    core::PoolPolicy policy = core::PoolPolicy::Expandable;
    Numerics numerics;
    RecorderCounts recorder;         ///< summed over ranks
    std::optional<double> recordNs;  ///< what one record took (record_cost.h); none: not measured
    std::optional<int64_t> deviceUsedPeakBytes;  ///< what the driver or the kernel says
    bool poolIdentity = true;   ///< false: a source refused below the limit (design rule 5)
    std::optional<bool> fits;   ///< simulated runs without a limit
    traces::Json deviceMemory;  ///< bytes by what they are for, and "capacity"
    std::vector<core::Rank> simulatedRanks;  ///< in order; empty: all, or a real device
    traces::Json stragglers;                 ///< {sigma, seed}; null: all ranks alike
    std::optional<double> replayRatio;       ///< traces::RunReport::replayRatio
    std::optional<double> peakFlops;  ///< dense peak of one device in the workload's dtype, FLOP/s
    std::vector<std::string> notes, assumptions, validatedOn;
    std::optional<core::OutOfMemoryReport> outOfMemory;
    std::string commandLine;
    std::string modelName;  ///< RunRequest::modelName
};

/// Trace::run.
traces::Json runMetadata(const core::Problem& problem, const RunFacts& facts);

/// {version, commit, commandLine}: commit is "" when built outside a repository of ours.
traces::Json toolMetadata(const std::string& commandLine);
/// `workload` and `strategy` as in report/1.
traces::Json workloadMetadata(const core::Problem& problem);
traces::Json strategyMetadata(const core::Strategy& strategy);

}  // namespace shardscope::profiler
