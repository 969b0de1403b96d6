#pragma once
// Conversion between element types.

#include "gpu/kernels/launch.h"

namespace shardscope::gpu {

/// out[i] = in[i], rounded to nearest even.
struct CastArgs {
    const void* in;
    void* out;
    int64_t elements;
    core::DType inDtype, outDtype;
};

cudaError_t launchCast(cudaStream_t stream, const CastArgs& args);

}  // namespace shardscope::gpu
