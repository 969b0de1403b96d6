#pragma once
// What the plain attention kernels share: a warp a token, other tokens in tiles of 32 in shared memory.

#include "gpu/kernels/attention.h"
#include "gpu/kernels/math/exponential.h"
#include "gpu/kernels/reduce.cuh"

namespace shardscope::gpu {

inline constexpr int kTileTokens = 32;
inline constexpr int kTokenWarps = 8;  // tokens of one block
inline constexpr int kAttentionThreads = 32 * kTokenWarps;
inline constexpr int kHeadParts = kLargestHead / 32;  // columns of a head a lane keeps

/// One head's columns of one sequence.
template <class T>
struct HeadRows {
    T* base;
    int64_t stride;

    __device__ HeadRows(const TokenRows& rows, int64_t firstToken, int64_t column)
        : base(static_cast<T*>(rows.address) + firstToken * rows.stride + column),
          stride(rows.stride) {}
    __device__ T* row(int64_t token) const { return base + token * stride; }
};

/// Tokens [first, first + 32) of a head as floats; zeros beyond the sequence.
struct Tile {
    float values[kTileTokens][kLargestHead];

    /// Columns are swizzled by the token, so that a column's 32 tokens meet all banks.
    __device__ float& at(int token, int column) { return values[token][column ^ token]; }
    __device__ float at(int token, int column) const { return values[token][column ^ token]; }

    /// All threads of the block; ends with a barrier, and begins with one.
    template <class T>
    __device__ void load(const HeadRows<T>& rows, int64_t first, int64_t tokens, int headSize) {
        __syncthreads();
        for (int i = threadIdx.x; i < kTileTokens * headSize; i += kAttentionThreads) {
            const int token = i / headSize, column = i % headSize;
            at(token, column) =
                first + token < tokens ? toFloat(rows.row(first + token)[column]) : 0.0f;
        }
        __syncthreads();
    }
    /// vector · the tile's row of this lane.
    __device__ float dot(const float* vector, int headSize) const {
        const int token = threadIdx.x % 32;
        float sum = 0.0f;
        for (int d = 0; d < headSize; ++d) sum = fmaf(vector[d], at(token, d), sum);
        return sum;
    }
    /// sums[column] += Σ over tokens of the tile of lane token's @p weight · its row.
    __device__ void addWeighted(float weight, int headSize, float (&sums)[kHeadParts]) const {
        const int lane = threadIdx.x % 32;
        for (int token = 0; token < kTileTokens; ++token) {
            const float w = __shfl_sync(0xffffffffu, weight, token);
#pragma unroll
            for (int part = 0; part < kHeadParts; ++part) {
                const int column = part * 32 + lane;
                if (column < headSize) sums[part] = fmaf(w, at(token, column), sums[part]);
            }
        }
    }
};

template <class T>
__device__ void storeColumns(T* row, int headSize, const float (&sums)[kHeadParts]) {
#pragma unroll
    for (int part = 0; part < kHeadParts; ++part) {
        const int column = part * 32 + static_cast<int>(threadIdx.x % 32);
        if (column < headSize) row[column] = fromFloat<T>(sums[part]);
    }
}

/// Which head, sequence and token a warp has. Blocks: batch × heads × ⌈sequence / 8⌉.
struct Place {
    int64_t batch, head, token;     ///< token of this warp
    int64_t blockFirst, blockLast;  ///< tokens of the block, the last one clipped to the sequence

    __device__ Place(const AttentionShape& s, int heads) {
        const int64_t tiles = (s.sequence + kTokenWarps - 1) / kTokenWarps;
        blockFirst = blockIdx.x % tiles * kTokenWarps;
        blockLast = min(blockFirst + kTokenWarps, s.sequence) - 1;
        head = blockIdx.x / tiles % heads;
        batch = blockIdx.x / tiles / heads;
        token = blockFirst + threadIdx.x / 32;
    }
};

__device__ inline float scaleOf(const AttentionShape& s) {
    return 1.0f / sqrtf(static_cast<float>(s.headSize));
}

/// One token's columns as floats in shared memory, a warp each.
template <class T>
__device__ void loadVector(const HeadRows<T>& rows, const Place& place, int64_t tokens,
                           int headSize, float* vector) {
    for (int d = threadIdx.x % 32; d < headSize; d += 32)
        vector[d] = place.token < tokens ? toFloat(rows.row(place.token)[d]) : 0.0f;
    __syncwarp();
}

struct Softmax {
    float largest = -INFINITY, sum = 0.0f;

    __device__ void add(float score) {
        if (score > largest) {
            sum *= exponential(largest - score);
            largest = score;
        }
        sum += exponential(score - largest);
    }
    __device__ void mergeWarp() {
        const float all = warpMaximum(largest);
        sum = warpSum(sum == 0.0f ? 0.0f : sum * exponential(largest - all));
        largest = all;
    }
};

inline bool attentionIsPossible(const AttentionShape& s) {
    return s.headSize >= 1 && s.headSize <= kLargestHead && s.kvHeads >= 1 &&
           s.heads % s.kvHeads == 0;
}
/// Blocks of a kernel with a warp a token, for @p heads heads.
inline int64_t tokenBlocks(const AttentionShape& s, int heads) {
    return s.batch * heads * ceilDiv(s.sequence, kTokenWarps);
}

}  // namespace shardscope::gpu
