#pragma once
// What the plain attention kernels share: a warp a token, other tokens in tiles of 32 in shared memory.

#include "gpu/kernels/attention.h"
#include "gpu/kernels/attention_mma.h"
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

/// What a warp with a query works on: its head's columns, and the keys and values that the head reads.
template <class T>
struct QuerySide {
    Place place;
    int64_t firstToken, column, kvColumn;
    HeadRows<const T> k, v;

    template <class Args>
    __device__ explicit QuerySide(const Args& a)
        : place(a.shape, a.shape.heads),
          firstToken(place.batch * a.shape.sequence),
          column(place.head * a.shape.headSize),
          kvColumn(place.head / (a.shape.heads / a.shape.kvHeads) * a.shape.headSize),
          k(a.k, firstToken, kvColumn),
          v(a.v, firstToken, kvColumn) {}
    /// The head's columns of @p rows: of queries, outputs or their gradients.
    template <class Element>
    __device__ HeadRows<Element> of(const TokenRows& rows) const {
        return {rows, firstToken, column};
    }
};

/// What a warp with a key works on: its head's columns, and the queries of all heads that share it.
template <class T>
struct KeySide {
    Place place;
    int64_t firstToken, column;

    __device__ explicit KeySide(const AttentionShape& s)
        : place(s, s.kvHeads),
          firstToken(place.batch * s.sequence),
          column(place.head * s.headSize) {}
    /// Calls body(head, first) for each tile of queries [first, first + 32) that see the block's keys.
    template <class Body>
    __device__ void forEachTile(const AttentionShape& s, const Body& body) const {
        const int64_t group = s.heads / s.kvHeads;
        for (int64_t head = place.head * group; head < (place.head + 1) * group; ++head) {
            for (int64_t first = place.blockFirst / kTileTokens * kTileTokens; first < s.sequence;
                 first += kTileTokens)
                body(head, first);
        }
    }
    template <class Args>
    __device__ void store(const Args& a, const float (&dK)[kHeadParts],
                          const float (&dV)[kHeadParts]) const {
        if (place.token >= a.shape.sequence) return;
        storeColumns(HeadRows<T>(a.dK, firstToken, column).row(place.token), a.shape.headSize, dK);
        storeColumns(HeadRows<T>(a.dV, firstToken, column).row(place.token), a.shape.headSize, dV);
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

template <class Args>
cudaError_t launchTokens(const KernelByType& kernels, cudaStream_t stream, const Args& args,
                         int heads) {
    return launchKernel(kernels.of(args.dtype), tokenBlocks(args.shape, heads), kAttentionThreads,
                        args, stream);
}

/// Forward by matrix units where they fit, else by @p plain kernels.
template <class Args>
cudaError_t launchForward(const KernelByType& plain, cudaStream_t stream, const Args& args) {
    if (!attentionIsPossible(args.shape)) return cudaErrorInvalidValue;
    if (fitsTensorCores(args)) return launchForwardMma(stream, args);
    return launchTokens(plain, stream, args, args.shape.heads);
}
/// Backward likewise: the queries' gradients, then the keys' and values'.
template <class Args>
cudaError_t launchBackward(const KernelByType& queries, const KernelByType& keys,
                           cudaStream_t stream, const Args& args) {
    if (!attentionIsPossible(args.shape)) return cudaErrorInvalidValue;
    const bool fits = fitsTensorCores(args);
    const cudaError_t status = fits ? launchQueriesMma(stream, args)
                                    : launchTokens(queries, stream, args, args.shape.heads);
    if (status != cudaSuccess) return status;
    return fits ? launchKeysMma(stream, args)
                : launchTokens(keys, stream, args, args.shape.kvHeads);
}

}  // namespace shardscope::gpu
