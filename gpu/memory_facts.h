#pragma once
// What the driver takes of a GPU's memory by itself, seen by a gauge. Main thread, while nothing else of
// this process takes any; other processes that do at that moment are counted with it.

#include <optional>
#include <string>

#include "gpu/memory_gauge.h"

namespace shardscope::gpu {

/// Bytes that a context takes. Makes the one of GPU @p device; none when there is one already, or when the
/// gauge needs one to be asked.
std::optional<int64_t> contextBytes(MemoryGauge& gauge, int device);
/// The step, in bytes, in which cudaMalloc takes memory from the GPU; none when it cannot be seen.
std::optional<int64_t> allocationStepBytes(MemoryGauge& gauge, int device);
/// CUDA's runtime: "13.0".
std::string runtimeVersion();

}  // namespace shardscope::gpu
