#include "gpu/kernels/copy_rows.h"
#include "gpu/kernels/elementwise.cuh"
#include "gpu/kernels/kernel_pairs.h"

namespace shardscope::gpu {

namespace {

// Neighbouring threads take neighbouring columns. Rows are parameters' parts: long, and not aligned.
template <class In, class Out>
__device__ void copyRows(const CopyRowsArgs& a) {
    const auto* in = static_cast<const In*>(a.in);
    auto* out = static_cast<Out*>(a.out);
    const int64_t step = int64_t{gridDim.x} * blockDim.x;
    for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < a.elements; i += step) {
        const int64_t row = i / a.columns, column = i % a.columns;
        out[row * a.outStride + column] = fromFloat<Out>(toFloat(in[row * a.inStride + column]));
    }
}

}  // namespace

SHARDSCOPE_KERNEL_PAIRS(copy_rows, CopyRowsArgs, copyRows, kElementwiseThreads)

cudaError_t launchCopyRows(cudaStream_t stream, const CopyRowsArgs& args) {
    if (args.columns < 1) return cudaErrorInvalidValue;
    return launchKernel(kernels_copy_rows.of(args.inDtype, args.outDtype),
                        elementwiseBlocks(args.elements, 1), kElementwiseThreads, args, stream);
}

}  // namespace shardscope::gpu
