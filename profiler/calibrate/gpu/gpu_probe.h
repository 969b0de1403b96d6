#pragma once
// Training steps of a model on a GPU, as probes: two of its layers have all its kernels.

#include <functional>
#include <string_view>

#include "core/engine/accelerator.h"
#include "profiler/calibrate/gpu/gpu_bench.h"
#include "profiler/calibrate/probe.h"

namespace shardscope::profiler {

/// One rank, two micro-batches, no overlap.
Probe gpuProbe(core::Workload workload, std::string_view preset);
/// @p accelerator is borrowed.
ProbeMachine gpuMachine(core::Accelerator& accelerator, const MakeTags& makeTags,
                        const std::function<bool()>& stopped);

}  // namespace shardscope::profiler
