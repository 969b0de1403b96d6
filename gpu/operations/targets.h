#pragma once
// Gradients as kernels write them, and kernels with scratch memory. Internal to gpu/operations.

#include "gpu/cuda_check.h"
#include "gpu/kernels/math/gradient.h"
#include "gpu/operations/launch_context.h"

namespace shardscope::gpu {

inline GradientTarget targetOf(core::TensorId tensor, core::Write write, const LaunchContext& c) {
    return {
        .address = c.at(tensor), .dtype = c.dtypeOf(tensor), .accumulate = c.accumulates(write)};
}

/// Gives @p args the scratch memory that scratchBytes(args) asks for, and launches.
template <class Args>
core::Result<void> launchWithScratch(Args args, const LaunchContext& c,
                                     cudaError_t (*launcher)(cudaStream_t, const Args&)) {
    const auto memory = c.scratch.reserve(scratchBytes(args));
    if (!memory) return tl::unexpected(memory.error());
    args.scratch = static_cast<decltype(args.scratch)>(*memory);
    return check(launcher(c.stream, args));
}

}  // namespace shardscope::gpu
