// dQ, and of stored probabilities dScores: a block has queries, and takes keys tile by tile.
#include "gpu/kernels/attention_fragments.cuh"
#include "gpu/kernels/attention_mma.h"
#include "gpu/kernels/attention_mma_launch.h"

namespace shardscope::gpu {

namespace {

constexpr int kKeys = 64;  // of a tile

/// Shared memory: queries and dOut, two tiles of keys and of values.
template <int D>
constexpr int kQueryShared = 6 * kMmaRows* D * 2;

/// One block's queries, for dQ.
template <class T, int D>
struct QueryBlock {
    using Tile = MmaTile<kMmaRows, D>;
    const AttentionShape& s;
    MmaPlace place;
    MmaHead<const T> q, k, v, dOut;
    Tile queries, gradients;
    int warpRow;
    float scale;

    template <class Args>
    __device__ QueryBlock(const Args& a, uint32_t shared)
        : s(a.shape),
          place(s, s.heads, true),
          q(a.q, place.firstToken, place.head * D),
          k(a.k, place.firstToken, place.head / (s.heads / s.kvHeads) * D),
          v(a.v, place.firstToken, place.head / (s.heads / s.kvHeads) * D),
          dOut(a.dOut, place.firstToken, place.head * D),
          queries{shared},
          gradients{shared + Tile::kBytes},
          warpRow(threadIdx.x / 32 * 16),
          scale(1.0f / sqrtf(static_cast<float>(D))) {
        q.load(queries, place.first, s.sequence);
        dOut.load(gradients, place.first, s.sequence);
    }
    __device__ Tile keys(int64_t tile) const {
        return {queries.base + (2 + static_cast<int>(tile & 1)) * Tile::kBytes};
    }
    __device__ Tile values(int64_t tile) const { return {keys(tile).base + 2 * Tile::kBytes}; }
    __device__ void fetch(int64_t tile) const {
        k.load(keys(tile), tile * kKeys, s.sequence);
        v.load(values(tile), tile * kKeys, s.sequence);
        endCopies();
    }
    /// Calls body(tile) for each tile of keys that the block's queries see.
    template <class Body>
    __device__ void forEachTile(const Body& body) const {
        const int64_t last = place.first / kKeys;
        fetch(0);
        for (int64_t tile = 0; tile <= last; ++tile) {
            if (tile < last) {
                fetch(tile + 1);
                awaitCopies<1>();
            } else {
                awaitCopies<0>();
            }
            __syncthreads();
            body(tile);
            __syncthreads();
        }
    }
    __device__ int64_t headRow() const {
        return (place.batch * s.heads + place.head) * s.sequence + place.first + warpRow;
    }
    __device__ int64_t rows() const { return s.sequence - place.first - warpRow; }
    /// Whether the query of accumulator element @p e sees the key of n-tile @p n.
    __device__ bool sees(int64_t tile, int n, int e) const {
        const MmaLane lane;
        return tile * kKeys + n * 8 + lane.column + e % 2 <=
               place.first + warpRow + lane.row + e / 2 * 8;
    }
    __device__ void storeQueries(const TokenRows& dQ, const float (&sums)[D / 8][4]) const {
        const MmaHead<T> to(dQ, place.firstToken, place.head * D);
        storeRows<T>(to.row(place.first + warpRow), to.stride, rows(), sums, 1.0f, 1.0f);
    }
};

/// Σ over the four threads of a row.
__device__ float rowSum(float value) {
    value += __shfl_xor_sync(0xffffffffu, value, 1);
    return value + __shfl_xor_sync(0xffffffffu, value, 2);
}

/// dOut·out of a thread's two rows, in all four threads of a row.
template <class T, int D>
__device__ void outputDots(const QueryBlock<T, D>& block, const TokenRows& outRows,
                           float (&dots)[2]) {
    const MmaLane lane;
    const MmaHead<const T> out(outRows, block.place.firstToken, block.place.head * D);
    for (int half = 0; half < 2; ++half) {
        const int64_t token = block.place.first + block.warpRow + lane.row + half * 8;
        float sum = 0.0f;
        if (token < block.s.sequence) {
#pragma unroll
            for (int d = 0; d < D; d += 8) {
                float a, b, x, y;
                splitPair<T>(*reinterpret_cast<const uint32_t*>(out.row(token) + d + lane.column),
                             a, b);
                splitPair<T>(
                    *reinterpret_cast<const uint32_t*>(block.dOut.row(token) + d + lane.column), x,
                    y);
                sum = fmaf(a, x, fmaf(b, y, sum));
            }
        }
        dots[half] = rowSum(sum);
    }
}

template <class T, int D>
__device__ void flashQueries(const FlashBackwardArgs& a) {
    const unsigned char* shared = dynamicShared();
    const QueryBlock<T, D> block(a, sharedAddress(shared));
    const MmaLane lane;
    float dots[2], logs[2] = {0.0f, 0.0f};
    outputDots(block, a.out, dots);
    for (int half = 0; half < 2; ++half) {
        if (lane.row + half * 8 >= block.rows()) continue;
        const int64_t at = block.headRow() + lane.row + half * 8;
        logs[half] = a.logSumExp[at] * kLog2OfE;
        if (lane.column == 0) a.scratch[at] = dots[half];
    }
    float dQ[D / 8][4];
    clear(dQ);
    const int64_t last = block.place.first / kKeys;
    block.forEachTile([&](int64_t tile) {
        float scores[kKeys / 8][4], gradients[kKeys / 8][4];
        multiplyRows<T>(scores, block.queries, block.warpRow, block.keys(tile));
        multiplyRows<T>(gradients, block.gradients, block.warpRow, block.values(tile));
#pragma unroll
        for (int n = 0; n < kKeys / 8; ++n) {
#pragma unroll
            for (int e = 0; e < 4; ++e) {
                const float exponent = fmaf(scores[n][e], block.scale * kLog2OfE, -logs[e / 2]);
                const bool visible = tile < last || block.sees(tile, n, e);
                const float p = visible ? exp2Fast(exponent) : 0.0f;
                gradients[n][e] = p * (gradients[n][e] - dots[e / 2]) * block.scale;
            }
        }
        addProduct<T>(dQ, Rounded<T, kKeys / 8>{gradients}, block.keys(tile));
    });
    block.storeQueries(a.dQ, dQ);
}

/// A pair of stored probabilities; zeros outside the square.
template <class T, int D>
__device__ void readPair(const QueryBlock<T, D>& block, const T* square, int64_t tile, int n,
                         int half, float& low, float& high) {
    const MmaLane lane;
    const int64_t key = tile * kKeys + n * 8 + lane.column, row = lane.row + half * 8;
    low = high = 0.0f;
    if (row < block.rows() && key < block.s.sequence)
        splitPair<T>(*reinterpret_cast<const uint32_t*>(square + row * block.s.sequence + key), low,
                     high);
}

template <class T, int D>
__device__ void storedQueries(const AttentionBackwardArgs& a) {
    const unsigned char* shared = dynamicShared();
    const QueryBlock<T, D> block(a, sharedAddress(shared));
    const int64_t sequence = a.shape.sequence;
    const T* square = static_cast<const T*>(a.probabilities) + block.headRow() * sequence;
    float sums[2] = {0.0f, 0.0f}, totals[2] = {0.0f, 0.0f};
    // Probabilities after the query are zeros, stored by the forward.
    block.forEachTile([&](int64_t tile) {
        float gradients[kKeys / 8][4];
        multiplyRows<T>(gradients, block.gradients, block.warpRow, block.values(tile));
#pragma unroll
        for (int n = 0; n < kKeys / 8; ++n) {
#pragma unroll
            for (int half = 0; half < 2; ++half) {
                float p0, p1;
                readPair(block, square, tile, n, half, p0, p1);
                sums[half] = fmaf(p0, gradients[n][2 * half],
                                  fmaf(p1, gradients[n][2 * half + 1], sums[half]));
                totals[half] += p0 + p1;
            }
        }
    });
    // Stored probabilities are rounded and do not sum to one, so the mean is divided by their sum.
    const float means[2] = {rowSum(sums[0]) / rowSum(totals[0]),
                            rowSum(sums[1]) / rowSum(totals[1])};
    T* dScores = static_cast<T*>(a.dScores) + block.headRow() * sequence;
    const MmaLane lane;
    float dQ[D / 8][4];
    clear(dQ);
    block.forEachTile([&](int64_t tile) {
        float gradients[kKeys / 8][4];
        multiplyRows<T>(gradients, block.gradients, block.warpRow, block.values(tile));
#pragma unroll
        for (int n = 0; n < kKeys / 8; ++n) {
#pragma unroll
            for (int half = 0; half < 2; ++half) {
                float p0, p1;
                readPair(block, square, tile, n, half, p0, p1);
                float& low = gradients[n][2 * half];
                float& high = gradients[n][2 * half + 1];
                const bool inside = lane.row + half * 8 < block.rows();
                low = inside ? p0 * (low - means[half]) * block.scale : 0.0f;
                high = inside ? p1 * (high - means[half]) * block.scale : 0.0f;
                const int64_t key = tile * kKeys + n * 8 + lane.column;
                if (inside && key < sequence)
                    *reinterpret_cast<uint32_t*>(dScores + (lane.row + half * 8) * sequence + key) =
                        pairOf<T>(low, high);
            }
        }
        addProduct<T>(dQ, Rounded<T, kKeys / 8>{gradients}, block.keys(tile));
    });
    block.storeQueries(a.dQ, dQ);
    const int64_t after = block.place.first + kMmaRows, packs = (sequence - after) / 8;
    for (int64_t i = threadIdx.x; i < kMmaRows * packs; i += kMmaThreads)
        *reinterpret_cast<uint4*>(dScores - block.warpRow * sequence + i / packs * sequence +
                                  after + i % packs * 8) = make_uint4(0, 0, 0, 0);
}

SHARDSCOPE_BODY(flashQueries64, 64, FlashBackwardArgs, flashQueries)
SHARDSCOPE_BODY(flashQueries128, 128, FlashBackwardArgs, flashQueries)
SHARDSCOPE_BODY(storedQueries64, 64, AttentionBackwardArgs, storedQueries)
SHARDSCOPE_BODY(storedQueries128, 128, AttentionBackwardArgs, storedQueries)

}  // namespace

SHARDSCOPE_HALF_KERNELS(flash_query_gradients_d64, FlashBackwardArgs, flashQueries64, kMmaThreads)
SHARDSCOPE_HALF_KERNELS(flash_query_gradients_d128, FlashBackwardArgs, flashQueries128, kMmaThreads)
SHARDSCOPE_HALF_KERNELS(attention_query_gradients_d64, AttentionBackwardArgs, storedQueries64,
                        kMmaThreads)
SHARDSCOPE_HALF_KERNELS(attention_query_gradients_d128, AttentionBackwardArgs, storedQueries128,
                        kMmaThreads)

cudaError_t launchQueriesMma(cudaStream_t stream, const FlashBackwardArgs& args) {
    const bool wide = args.shape.headSize == 128;
    return launchTiles(
        wide ? kernels_flash_query_gradients_d128 : kernels_flash_query_gradients_d64, args,
        args.shape.heads, wide ? kQueryShared<128> : kQueryShared<64>, stream);
}

cudaError_t launchQueriesMma(cudaStream_t stream, const AttentionBackwardArgs& args) {
    const bool wide = args.shape.headSize == 128;
    return launchTiles(
        wide ? kernels_attention_query_gradients_d128 : kernels_attention_query_gradients_d64, args,
        args.shape.heads, wide ? kQueryShared<128> : kQueryShared<64>, stream);
}

}  // namespace shardscope::gpu
