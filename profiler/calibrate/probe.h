#pragma once
// Times of kernels where they are used: training steps on a device, every operation timed where it ran.

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/engine/rank_group.h"
#include "core/model/workload.h"
#include "core/plan/strategy.h"
#include "profiler/calibrate/samples.h"
#include "profiler/calibrate/watch.h"

namespace shardscope::profiler {

struct Probe {
    core::Workload workload;
    core::Strategy
        strategy;  ///< with overlap: communication beside computation is what is measured
    int ranks = 1;
};

/// What an interrupted calibration says.
inline constexpr const char* kStopped = "stopped by a signal; nothing was written";

/// What probes run on.
struct ProbeMachine {
    using Communicators = std::vector<std::unique_ptr<core::Communicator>>;

    std::function<core::Result<Communicators>(int ranks)> communicators;  ///< one a rank
    core::DeviceFactory device;
    /// Errors: InvalidInput when so many bytes, of all probes and ranks together, are not there.
    std::function<core::Result<void>(int64_t neededBytes)> fits;
    std::function<bool()> stopped;  ///< asked between steps; empty: nobody stops it
};
/// What a probe's ranks did: one watch a rank.
using ProbeTaker = std::function<void(const Probe&, const core::StepPlan&, std::span<const Watch>)>;

/// Steps of all probes in turn, as `run` interleaves strategies: each finds the caches as the others left
/// them. Until @p seconds are over, at least kLeastSteps each, of which the first is not counted.
/// Errors: InvalidInput for a workload that cannot be planned or that does not fit the machine; Failed;
/// Interrupted.
core::Result<void> runProbes(std::span<const Probe> probes, double seconds,
                             const ProbeMachine& machine, const ProbeTaker& take);
/// On the host device.
core::Result<void> runProbes(std::span<const Probe> probes, double seconds, Samples& samples);

}  // namespace shardscope::profiler
