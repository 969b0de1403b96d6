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

/// Teams of @p teamWarps warps in one block; all threads of the block call together. Each of @p values becomes
/// its sum over the caller's team.
/// @param shared N floats a warp; may be reused after the next barrier.
template <int N>
__device__ __forceinline__ void sumOverTeam(float (&values)[N], int teamWarps, float* shared) {
#pragma unroll
    for (float& value : values) value = warpSum(value);
    if (teamWarps == 1) return;
    const int warp = threadIdx.x / 32;
    __syncthreads();
#pragma unroll
    for (int n = 0; n < N; ++n) {
        if (threadIdx.x % 32 == 0) shared[warp * N + n] = values[n];
        values[n] = 0.0f;
    }
    __syncthreads();
    const float* team = shared + warp / teamWarps * teamWarps * N;
    for (int w = 0; w < teamWarps; ++w) {
#pragma unroll
        for (int n = 0; n < N; ++n) values[n] += team[w * N + n];
    }
}
/// The same of one value. @return the sum.
__device__ __forceinline__ float teamSum(float value, int teamWarps, float* shared) {
    float values[] = {value};
    sumOverTeam(values, teamWarps, shared);
    return values[0];
}

}  // namespace shardscope::gpu
