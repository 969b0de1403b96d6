#pragma once
// Times of kernels where they are used: a few training steps on the host device, with the caches as
// training leaves them, every operation timed by its own stream.

#include <string>

#include "core/base/result.h"
#include "core/model/workload.h"
#include "core/plan/strategy.h"
#include "profiler/calibrate/samples.h"

namespace shardscope::profiler {

struct Probe {
    std::string name;  ///< "llama, zero-2, 2 ranks"
    core::Workload workload;
    core::Strategy strategy;  ///< overlap is turned off, so that computation has its cores
    int ranks = 1;
};

/// Steps until @p seconds are over, at least three; the first is not counted. Errors: InvalidInput for
/// a workload that cannot be planned or does not fit this machine; Failed.
core::Result<void> runProbe(const Probe& probe, double seconds, Samples& samples);

}  // namespace shardscope::profiler
