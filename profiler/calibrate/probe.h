#pragma once
// Times of kernels where they are used: training steps on the host device, every operation timed by its
// own stream.

#include <span>

#include "core/base/result.h"
#include "core/model/workload.h"
#include "core/plan/strategy.h"
#include "profiler/calibrate/samples.h"

namespace shardscope::profiler {

struct Probe {
    core::Workload workload;
    core::Strategy
        strategy;  ///< with overlap: communication beside computation is what is measured
    int ranks = 1;
};

/// Steps of all probes in turn, as `run` interleaves strategies: each finds the caches as the others left
/// them. Until @p seconds are over, at least kLeastSteps each, of which the first is not counted.
/// Errors: InvalidInput for a workload that cannot be planned or that does not fit this machine; Failed.
core::Result<void> runProbes(std::span<const Probe> probes, double seconds, Samples& samples);

}  // namespace shardscope::profiler
