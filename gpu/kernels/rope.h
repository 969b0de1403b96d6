#pragma once
// Rotary position embedding. Source: Su et al., arXiv 2104.09864, half-split as Hugging Face's llama.

#include "gpu/kernels/launch.h"

namespace shardscope::gpu {

/// Columns i and i + columns/2 of each head of in[rows, heads·columns] turn by the angle of position
/// row mod sequence and pair i, whose cosines and sines are given as [sequence, columns/2]; the other way
/// round with @p inverse. out may be in.
struct RopeArgs {
    const void* in;
    void* out;
    const float* cosines;
    const float* sines;
    int64_t rows, sequence, heads, columns;
    bool inverse;
    core::DType dtype;
};
/// Errors: cudaErrorInvalidValue for odd columns.
cudaError_t launchRope(cudaStream_t stream, const RopeArgs& args);

}  // namespace shardscope::gpu
