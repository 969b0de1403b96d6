#pragma once
// Several threads that share a row and keep their part of it in registers.

#include "gpu/kernels/reduce.cuh"
#include "gpu/kernels/vector.cuh"

namespace shardscope::gpu {

inline constexpr int kRowThreads = 1024;  ///< of the largest team

/// Threads of a team: enough that each holds at most @p packs packs, at least a warp; 0 when a block
/// is too small.
inline int teamThreadsFor(int64_t hidden, int width, int packs) {
    for (int threads = 32; threads <= kRowThreads; threads *= 2) {
        if (hidden <= int64_t{threads} * width * packs) return threads;
    }
    return 0;
}

/// A member's view of rows: pack p of the row's packs p·threads + member.
template <class T, int kWidth, int kPacks>
struct RowTeam {
    int threads, member;
    int64_t packs;  ///< of a row

    __device__ RowTeam(int teamThreads, int64_t hidden)
        : threads(teamThreads), member(threadIdx.x % teamThreads), packs(hidden / kWidth) {}
    __device__ bool has(int p) const { return p * threads + member < packs; }
    __device__ int64_t element(int p) const { return int64_t{p * threads + member} * kWidth; }
    __device__ int warps() const { return threads / 32; }

    /// values[p] = the member's part of @p row; zeros where it has none.
    __device__ void read(const void* row, float (&values)[kPacks][kWidth]) const {
        Pack<T, kWidth> read[kPacks];
#pragma unroll
        for (int p = 0; p < kPacks; ++p) {
            if (has(p)) read[p] = loadPack<T, kWidth>(row, element(p));
        }
#pragma unroll
        for (int p = 0; p < kPacks; ++p) {
#pragma unroll
            for (int e = 0; e < kWidth; ++e)
                values[p][e] = has(p) ? toFloat(read[p].elements[e]) : 0.0f;
        }
    }
    __device__ void write(void* row, const float (&values)[kPacks][kWidth]) const {
#pragma unroll
        for (int p = 0; p < kPacks; ++p) {
            if (has(p)) storePack(row, element(p), packOf<T>(values[p]));
        }
    }
};

}  // namespace shardscope::gpu
