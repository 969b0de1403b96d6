#include <algorithm>

#include "gpu/kernels/bias_gradient.h"
#include "gpu/kernels/vector.cuh"

namespace shardscope::gpu {

namespace {

constexpr int kLanes = 32;
constexpr int kThreads = kLanes * kBiasTeams;
constexpr int64_t kEnoughBlocks = 1056;  // 8 on each of 132 multiprocessors

__host__ __device__ int64_t columnsOfBlock(core::DType dtype) {
    return kLanes * 16 / elementBytes(dtype);
}

/// Adds up to kWidth columns from @p column of rows [first, last), every kBiasTeams-th.
template <class T, int kWidth>
__device__ void addRows(const BiasGradientArgs& a, int64_t column, int64_t first, int64_t last,
                        float (&sums)[kPackOf<T>]) {
    const T* at = static_cast<const T*>(a.dOut) + column;
#pragma unroll 8
    for (int64_t row = first; row < last; row += kBiasTeams) {
        const Pack<T, kWidth> pack = loadPack<T, kWidth>(at, row * a.columns);
#pragma unroll
        for (int e = 0; e < kWidth; ++e) sums[e] += toFloat(pack.elements[e]);
    }
}

template <class T>
__device__ void partialSums(const BiasPartialArgs& p) {
    constexpr int W = kPackOf<T>;
    __shared__ float teams[kBiasTeams][kLanes * W + 1];
    const BiasGradientArgs& a = p.operation;
    const int lane = threadIdx.x % kLanes, team = threadIdx.x / kLanes;
    const int64_t chunk = blockIdx.x / p.columnBlocks;
    const int64_t blockColumn = blockIdx.x % p.columnBlocks * (kLanes * W);
    const int64_t first = chunk * p.chunks.rowsPerChunk + team;
    const int64_t last = min(a.rows, (chunk + 1) * p.chunks.rowsPerChunk);
    const bool aligned = aligned16(a.dOut) && a.columns % W == 0;
    float sums[W] = {};
    if (aligned && blockColumn + lane * W < a.columns) {
        addRows<T, W>(a, blockColumn + lane * W, first, last, sums);
    }
#pragma unroll
    for (int e = 0; e < W; ++e) {
        // Unaligned rows are read column by column, neighbours by neighbouring threads.
        const int64_t column = blockColumn + e * kLanes + lane;
        float one[W] = {};
        if (!aligned && column < a.columns) addRows<T, 1>(a, column, first, last, one);
        teams[team][aligned ? lane * W + e : e * kLanes + lane] = aligned ? sums[e] : one[0];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < kLanes * W && blockColumn + i < a.columns; i += kThreads) {
        float sum = 0.0f;
        for (int t = 0; t < kBiasTeams; ++t) sum += teams[t][i];
        a.scratch[chunk * a.columns + blockColumn + i] = sum;
    }
}

}  // namespace

SHARDSCOPE_KERNELS(bias_gradient, BiasPartialArgs, partialSums, kThreads)

RowChunks chunksOf(const BiasGradientArgs& args) {
    const int64_t columnBlocks = ceilDiv(args.columns, columnsOfBlock(args.dtype));
    const int64_t wanted =
        std::clamp<int64_t>(kEnoughBlocks / columnBlocks, 1, ceilDiv(args.rows, 4 * kBiasTeams));
    const int64_t rowsPerChunk = ceilDiv(args.rows, wanted);
    return {.chunks = ceilDiv(args.rows, rowsPerChunk), .rowsPerChunk = rowsPerChunk};
}

int64_t scratchBytes(const BiasGradientArgs& args) {
    return chunksOf(args).chunks * args.columns * int64_t{sizeof(float)};
}

cudaError_t launchBiasGradient(cudaStream_t stream, const BiasGradientArgs& args) {
    const BiasPartialArgs partial{
        .operation = args,
        .chunks = chunksOf(args),
        .columnBlocks = ceilDiv(args.columns, columnsOfBlock(args.dtype))};
    const cudaError_t status =
        launchKernel(kernels_bias_gradient.of(args.dtype),
                     partial.chunks.chunks * partial.columnBlocks, kThreads, partial, stream);
    if (status != cudaSuccess) return status;
    return launchColumnSum(stream, {.partials = args.scratch,
                                    .chunks = partial.chunks.chunks,
                                    .columns = args.columns,
                                    .stride = args.columns,
                                    .target = args.dBias});
}

}  // namespace shardscope::gpu
