#pragma once
// GELU (tanh form) on tensors of one type.

#include "gpu/kernels/launch.h"

namespace shardscope::gpu {

/// out[i] = gelu(in[i]).
struct GeluForwardArgs {
    const void* in;
    void* out;
    int64_t elements;
    core::DType dtype;
};
/// dIn[i] = dOut[i]·gelu'(in[i]).
struct GeluBackwardArgs {
    const void* dOut;
    const void* in;
    void* dIn;
    int64_t elements;
    core::DType dtype;
};

cudaError_t launchGeluForward(cudaStream_t stream, const GeluForwardArgs& args);
cudaError_t launchGeluBackward(cudaStream_t stream, const GeluBackwardArgs& args);

}  // namespace shardscope::gpu
