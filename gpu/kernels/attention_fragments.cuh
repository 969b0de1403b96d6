#pragma once
// Tensor-core products of attention's tiles: 16 × 8 × 16 products of 16-bit elements, summed in fp32.
// Tiles lie in shared memory with their 16-byte chunks swizzled, so that eight rows meet all banks.
//
// A warp owns 16 rows of a product. In an accumulator [n-tile][4], element 0 and 1 are row lane/4,
// columns 8·n-tile + 2·(lane mod 4) and the next; element 2 and 3 are the same columns of row
// lane/4 + 8. Source: PTX ISA, "Matrix fragments for mma.m16n8k16".

#include "gpu/kernels/attention.h"
#include "gpu/kernels/ptx.cuh"

namespace shardscope::gpu {

inline constexpr int kMmaThreads = 128;
inline constexpr int kMmaRows = 64;  // queries or keys of a block; 16 a warp

/// Two neighbouring elements as they lie in memory.
template <class T>
__device__ __forceinline__ uint32_t pairOf(float low, float high) {
    return fromFloat<T>(low).bits | uint32_t{fromFloat<T>(high).bits} << 16;
}
template <class T>
__device__ __forceinline__ void splitPair(uint32_t pair, float& low, float& high) {
    low = toFloat(T{static_cast<uint16_t>(pair)});
    high = toFloat(T{static_cast<uint16_t>(pair >> 16)});
}

/// @p kRows × @p kColumns elements of 16 bits in shared memory.
template <int kRows, int kColumns>
struct MmaTile {
    static constexpr int kBytes = kRows * kColumns * 2;
    static constexpr int kChunks = kColumns / 8;
    uint32_t base;  ///< shared-memory address

    __device__ uint32_t at(int row, int chunk) const {
        return base + (row * kChunks + (chunk ^ (row & 7))) * 16;
    }
    /// Starts copying rows [0, kRows) of @p from, @p stride elements apart; zeros from @p count on.
    template <class T>
    __device__ void load(const T* from, int64_t stride, int64_t count) const {
#pragma unroll
        for (int i = 0; i < kRows * kChunks / kMmaThreads; ++i) {
            const int index = i * kMmaThreads + static_cast<int>(threadIdx.x);
            const int row = index / kChunks, chunk = index % kChunks;
            const bool exists = row < count;
            copyAsync<16>(at(row, chunk), from + (exists ? row * stride + chunk * 8 : 0), exists);
        }
    }
    /// a = rows [row, row + 16), columns [16·k, 16·k + 16), as a left operand.
    __device__ void left(uint32_t (&a)[4], int row, int k) const {
        const int lane = threadIdx.x % 32;
        loadMatrices(a, at(row + (lane & 15), 2 * k + (lane >> 4)));
    }
    /// The same of the transposed tile: left rows are the tile's columns [8·chunk, 8·chunk + 16), its
    /// depth the tile's rows [row, row + 16).
    __device__ void leftTransposed(uint32_t (&a)[4], int row, int chunk) const {
        const int lane = threadIdx.x % 32;
        loadTransposed(a, at(row + (lane & 7) + (lane >> 4 << 3), chunk + (lane >> 3 & 1)));
    }
    /// b = the right operands of two n-tiles whose columns are the tile's rows [row, row + 16), depth
    /// its columns [16·k, 16·k + 16): b[0..1] and b[2..3].
    __device__ void rightRows(uint32_t (&b)[4], int row, int k) const {
        const int lane = threadIdx.x % 32;
        loadMatrices(b, at(row + (lane & 7) + (lane >> 4 << 3), 2 * k + (lane >> 3 & 1)));
    }
    /// b = the right operands of two n-tiles whose columns are the tile's columns [8·chunk, + 16),
    /// depth its rows [row, row + 16).
    __device__ void rightColumns(uint32_t (&b)[4], int row, int chunk) const {
        const int lane = threadIdx.x % 32;
        loadTransposed(b, at(row + (lane & 15), chunk + (lane >> 4)));
    }
};

template <int N>
__device__ __forceinline__ void clear(float (&sums)[N][4]) {
#pragma unroll
    for (int n = 0; n < N; ++n)
#pragma unroll
        for (int e = 0; e < 4; ++e) sums[n][e] = 0.0f;
}

/// c = a's rows [row, row + 16) · bᵀ: c's columns are b's rows.
template <class T, int kARows, int kBRows, int kColumns>
__device__ __forceinline__ void multiplyRows(float (&c)[kBRows / 8][4],
                                             const MmaTile<kARows, kColumns>& a, int row,
                                             const MmaTile<kBRows, kColumns>& b) {
    clear(c);
#pragma unroll
    for (int k = 0; k < kColumns / 16; ++k) {
        uint32_t left[4];
        a.left(left, row, k);
#pragma unroll
        for (int n = 0; n < kBRows / 16; ++n) {
            uint32_t right[4];
            b.rightRows(right, 16 * n, k);
            multiplyAdd<T>(c[2 * n], left, right[0], right[1]);
            multiplyAdd<T>(c[2 * n + 1], left, right[2], right[3]);
        }
    }
}

/// c += left · b, where left [16, kDepth] is given by left(k, fragment) and b's rows are the depth.
template <class T, int kDepth, int kColumns, class Left>
__device__ __forceinline__ void addProduct(float (&c)[kColumns / 8][4], const Left& leftOf,
                                           const MmaTile<kDepth, kColumns>& b) {
#pragma unroll
    for (int k = 0; k < kDepth / 16; ++k) {
        uint32_t left[4];
        leftOf(k, left);
#pragma unroll
        for (int n = 0; n < kColumns / 16; ++n) {
            uint32_t right[4];
            b.rightColumns(right, 16 * k, 2 * n);
            multiplyAdd<T>(c[2 * n], left, right[0], right[1]);
            multiplyAdd<T>(c[2 * n + 1], left, right[2], right[3]);
        }
    }
}

/// Accumulators, rounded, as the left operand of another product.
template <class T, int N>
struct Rounded {
    const float (&values)[N][4];

    __device__ __forceinline__ void operator()(int k, uint32_t (&left)[4]) const {
        left[0] = pairOf<T>(values[2 * k][0], values[2 * k][1]);
        left[1] = pairOf<T>(values[2 * k][2], values[2 * k][3]);
        left[2] = pairOf<T>(values[2 * k + 1][0], values[2 * k + 1][1]);
        left[3] = pairOf<T>(values[2 * k + 1][2], values[2 * k + 1][3]);
    }
};

/// Where a thread's accumulator elements are, from its warp's first row.
struct MmaLane {
    int row, column;  ///< of element 0 of n-tile 0
    __device__ MmaLane() : row(threadIdx.x % 32 / 4), column(threadIdx.x % 4 * 2) {}
};

/// Stores a warp's 16 rows; rows from @p count on are left out. @p to is the warp's first row.
template <class T, int N>
__device__ __forceinline__ void storeRows(T* to, int64_t stride, int64_t count,
                                          const float (&values)[N][4], float scaleLow,
                                          float scaleHigh) {
    const MmaLane lane;
#pragma unroll
    for (int n = 0; n < N; ++n) {
        T* at = to + lane.row * stride + n * 8 + lane.column;
        if (lane.row < count)
            *reinterpret_cast<uint32_t*>(at) =
                pairOf<T>(values[n][0] * scaleLow, values[n][1] * scaleLow);
        if (lane.row + 8 < count)
            *reinterpret_cast<uint32_t*>(at + 8 * stride) =
                pairOf<T>(values[n][2] * scaleHigh, values[n][3] * scaleHigh);
    }
}

/// One head's columns of one sequence.
template <class T>
struct MmaHead {
    T* base;
    int64_t stride;

    __device__ MmaHead(const TokenRows& rows, int64_t firstToken, int64_t column)
        : base(static_cast<T*>(rows.address) + firstToken * rows.stride + column),
          stride(rows.stride) {}
    __device__ T* row(int64_t token) const { return base + token * stride; }
    template <int kRows, int kColumns>
    __device__ void load(const MmaTile<kRows, kColumns>& tile, int64_t first,
                         int64_t tokens) const {
        tile.load(row(first), stride, tokens - first);
    }
};

/// Which head and tile a block has; the longest ones start first.
struct MmaPlace {
    int64_t batch, head, first, firstToken;

    /// @param descending whether later tiles have more to do.
    __device__ MmaPlace(const AttentionShape& s, int heads, bool descending) {
        const int64_t squares = s.batch * heads;
        const int64_t tiles = (s.sequence + kMmaRows - 1) / kMmaRows;
        const int64_t tile = blockIdx.x / squares;
        first = (descending ? tiles - 1 - tile : tile) * kMmaRows;
        batch = blockIdx.x % squares / heads;
        head = blockIdx.x % squares % heads;
        firstToken = batch * s.sequence;
    }
};

/// Calls body(step) for each of @p steps, when what fetch(step) started to copy is there; fetch is a step ahead,
/// so that two steps' copies need places of their own.
template <class Fetch, class Body>
__device__ __forceinline__ void forEachStep(int64_t steps, const Fetch& fetch, const Body& body) {
    fetch(0);
    endCopies();
    for (int64_t step = 0; step < steps; ++step) {
        if (step + 1 < steps) {
            fetch(step + 1);
            endCopies();
            awaitCopies<1>();
        } else {
            awaitCopies<0>();
        }
        __syncthreads();
        body(step);
        __syncthreads();  // the next fetch overwrites this step's
    }
}

inline constexpr float kLog2OfE = 1.44269504f;

}  // namespace shardscope::gpu
