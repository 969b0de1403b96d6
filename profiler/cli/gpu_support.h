#pragma once
// What a build with gpu/ adds to the command: the main program links it and hands it to dispatch(), so that
// the command's library, and its tests, need no CUDA runtime.

#include <functional>
#include <vector>

#include "profiler/cli/doctor/check.h"
#include "profiler/run/gpu_backend.h"

namespace shardscope::cli {

struct GpuSupport {
    profiler::GpuBackend backend;
    /// `doctor`'s lines: the GPUs as the run would see them, and each library where it was found.
    std::function<std::vector<doctor::Check>()> checks;
};

/// Defined where gpu/ is built.
const GpuSupport& gpuSupport();

}  // namespace shardscope::cli
