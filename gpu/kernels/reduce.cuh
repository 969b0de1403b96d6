#pragma once
// Sums over the threads that share a row, in a fixed order.

#include <cstdint>

namespace shardscope::gpu {

/// Σ over a warp, the same bits in every lane.
__device__ __forceinline__ float warpSum(float value) {
#pragma unroll
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffffu, value, offset);
    return value;
}
__device__ __forceinline__ float warpMaximum(float value) {
#pragma unroll
    for (int offset = 16; offset > 0; offset /= 2)
        value = fmaxf(value, __shfl_xor_sync(0xffffffffu, value, offset));
    return value;
}

/// Teams of @p teamWarps warps in one block; all threads of the block call together.
/// @param shared one float a warp; may be reused after the next barrier.
/// @return Σ over the caller's team.
__device__ __forceinline__ float teamSum(float value, int teamWarps, float* shared) {
    value = warpSum(value);
    if (teamWarps == 1) return value;
    const int warp = threadIdx.x / 32;
    __syncthreads();
    if (threadIdx.x % 32 == 0) shared[warp] = value;
    __syncthreads();
    const int first = warp / teamWarps * teamWarps;
    float sum = 0.0f;
    for (int w = 0; w < teamWarps; ++w) sum += shared[first + w];
    return sum;
}

}  // namespace shardscope::gpu
