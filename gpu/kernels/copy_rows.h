#pragma once
// Rows between a packed and a spread place, with conversion.

#include "gpu/kernels/launch.h"

namespace shardscope::gpu {

/// out[r·outStride + c] = in[r·inStride + c] for every r·columns + c in [0, elements), rounded to
/// nearest even. Places do not overlap.
struct CopyRowsArgs {
    const void* in;
    void* out;
    int64_t elements;
    int64_t columns, inStride, outStride;
    core::DType inDtype, outDtype;
    // Set by the launcher:
    int64_t rowBlocks;  ///< blocks of a row
    bool packed;        ///< every row starts at a multiple of 16 bytes, in and out
};

cudaError_t launchCopyRows(cudaStream_t stream, const CopyRowsArgs& args);

}  // namespace shardscope::gpu
