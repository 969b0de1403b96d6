#pragma once
// Sums of two tensors, in fp32, rounded once.

#include "gpu/kernels/launch.h"

namespace shardscope::gpu {

/// out[i] = a[i] + b[i], all of one type. out may be a or b.
struct ResidualAddArgs {
    const void* a;
    const void* b;
    void* out;
    int64_t elements;
    core::DType dtype;
};
/// sum[i] = sum[i] + incoming[i].
struct AddIntoArgs {
    const void* incoming;
    void* sum;
    int64_t elements;
    core::DType incomingDtype, sumDtype;
};

cudaError_t launchResidualAdd(cudaStream_t stream, const ResidualAddArgs& args);
cudaError_t launchAddInto(cudaStream_t stream, const AddIntoArgs& args);

}  // namespace shardscope::gpu
