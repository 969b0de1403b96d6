#pragma once
// SwiGLU on tensors of one type.

#include "gpu/kernels/launch.h"

namespace shardscope::gpu {

/// out[i] = silu(gate[i])·up[i].
struct SwiGluForwardArgs {
    const void* gate;
    const void* up;
    void* out;
    int64_t elements;
    core::DType dtype;
};
struct SwiGluBackwardArgs {
    const void* dOut;
    const void* gate;
    const void* up;
    void* dGate;
    void* dUp;
    int64_t elements;
    core::DType dtype;
};

cudaError_t launchSwiGluForward(cudaStream_t stream, const SwiGluForwardArgs& args);
cudaError_t launchSwiGluBackward(cudaStream_t stream, const SwiGluBackwardArgs& args);

}  // namespace shardscope::gpu
