#pragma once
// This machine's GPUs, opened for a run.

#include "core/engine/accelerator.h"
#include "gpu/libraries/libraries.h"

namespace shardscope::gpu {

/// Opens the GPUs with this machine's libraries.
core::Result<std::shared_ptr<core::Accelerator>> openAccelerator(
    const core::AcceleratorRequest& request);
/// With tables of the caller's, which outlive all that is made.
core::Result<std::shared_ptr<core::Accelerator>> openAccelerator(
    const core::AcceleratorRequest& request, const Libraries& libraries);

/// One GPU as the runtime shows it.
struct GpuFacts {
    std::string name;          ///< "NVIDIA H200"
    int major = 0, minor = 0;  ///< compute capability
    int64_t memoryBytes = 0;
    int multiprocessors = 0;
};
/// All visible GPUs. Errors: Failed when there is no driver or it is too old for this build.
core::Result<std::vector<GpuFacts>> visibleGpus();

}  // namespace shardscope::gpu
