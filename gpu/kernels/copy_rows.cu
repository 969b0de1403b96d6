#include "gpu/kernels/copy_rows.h"
#include "gpu/kernels/elementwise.cuh"
#include "gpu/kernels/kernel_pairs.h"

namespace shardscope::gpu {

namespace {

/// Accesses first, first + kElementwiseThreads, … of one row, kUnroll of them, W elements each.
template <int W, class In, class Out>
__device__ void copyTile(const In* in, Out* out, int64_t first, int64_t accesses) {
    Pack<In, W> read[kUnroll];
#pragma unroll
    for (int u = 0; u < kUnroll; ++u) {
        const int64_t p = first + u * int64_t{kElementwiseThreads};
        if (p < accesses) read[u] = loadPack<In, W>(in, p * W);
    }
#pragma unroll
    for (int u = 0; u < kUnroll; ++u) {
        const int64_t p = first + u * int64_t{kElementwiseThreads};
        if (p >= accesses) return;
        float values[W];
        toFloats(read[u], values);
        storePack(out, p * W, packOf<Out>(values));
    }
}

/// A block has a part of one row, since rows are parameters' parts: few, and long.
template <class In, class Out>
__device__ void copyRows(const CopyRowsArgs& a) {
    constexpr int W = kCommonPackOf<In, Out>;
    const int64_t row = blockIdx.x / a.rowBlocks, part = blockIdx.x % a.rowBlocks;
    const int64_t left = a.elements - row * a.columns;
    const int64_t columns = left < a.columns ? left : a.columns;
    const auto* in = static_cast<const In*>(a.in) + row * a.inStride;
    auto* out = static_cast<Out*>(a.out) + row * a.outStride;
    const int64_t first = part * kElementwiseThreads * kUnroll + threadIdx.x;
    if (!a.packed) return copyTile<1>(in, out, first, columns);
    copyTile<W>(in, out, first, columns / W);
    const int64_t loose = columns / W * W + threadIdx.x;
    if (part + 1 == a.rowBlocks && loose < columns) out[loose] = fromFloat<Out>(toFloat(in[loose]));
}

}  // namespace

SHARDSCOPE_KERNEL_PAIRS(copy_rows, CopyRowsArgs, copyRows, kElementwiseThreads)

cudaError_t launchCopyRows(cudaStream_t stream, const CopyRowsArgs& args) {
    if (args.columns < 1) return cudaErrorInvalidValue;
    CopyRowsArgs set = args;
    const int64_t inBytes = elementBytes(args.inDtype), outBytes = elementBytes(args.outDtype);
    set.packed = aligned16(args.in, args.out) && args.inStride * inBytes % 16 == 0 &&
                 args.outStride * outBytes % 16 == 0;
    const int width = set.packed ? static_cast<int>(16 / std::max(inBytes, outBytes)) : 1;
    const int64_t rows = ceilDiv(args.elements, args.columns);
    set.rowBlocks = elementwiseBlocks(std::min(args.columns, args.elements), width);
    return launchKernel(kernels_copy_rows.of(args.inDtype, args.outDtype), rows * set.rowBlocks,
                        kElementwiseThreads, set, stream);
}

}  // namespace shardscope::gpu
