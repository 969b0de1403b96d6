// dQ, and of stored probabilities dScores: a block has queries, and takes keys tile by tile.
#include "gpu/kernels/attention_mma.h"
#include "gpu/kernels/attention_mma_launch.h"
#include "gpu/kernels/attention_query_block.cuh"

namespace shardscope::gpu {

namespace {

constexpr int kKeys = kMmaRows;  // of a tile

/// Shared memory of one block.
template <int D>
constexpr int kQueryShared = QueryBlock<Bf16, D, 2>::kShared;

/// One block's queries, for dQ: their outputs' gradients are a second tile of its own.
template <class T, int D>
struct BackwardBlock : QueryBlock<T, D, 2> {
    using Base = QueryBlock<T, D, 2>;
    MmaHead<const T> dOut;
    typename Base::Tile gradients;
    float scale;

    template <class Args>
    __device__ BackwardBlock(const Args& a, uint32_t shared)
        : Base(a, shared),
          dOut(a.dOut, this->place.firstToken, this->place.head * D),
          gradients{shared + Base::Tile::kBytes},
          scale(1.0f / sqrtf(static_cast<float>(D))) {
        dOut.load(gradients, this->place.first, this->s.sequence);
    }
    /// Whether the query of accumulator element @p e sees the key of n-tile @p n.
    __device__ bool sees(int64_t tile, int n, int e) const {
        const MmaLane lane;
        return tile * kKeys + n * 8 + lane.column + e % 2 <=
               this->place.first + this->warpRow + lane.row + e / 2 * 8;
    }
};

/// Σ over the four threads of a row.
__device__ float rowSum(float value) {
    value += __shfl_xor_sync(0xffffffffu, value, 1);
    return value + __shfl_xor_sync(0xffffffffu, value, 2);
}

/// dOut·out of a thread's two rows, in all four threads of a row.
template <class T, int D>
__device__ void outputDots(const BackwardBlock<T, D>& block, const TokenRows& outRows,
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
    const BackwardBlock<T, D> block(a, sharedAddress(shared));
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
    const int64_t last = block.lastTile();
    block.forEachTile(true, [&](int64_t tile) {
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
    block.store(a.dQ, dQ, 1.0f, 1.0f);
}

/// A pair of stored probabilities; zeros outside the square.
template <class T, int D>
__device__ void readPair(const BackwardBlock<T, D>& block, const T* square, int64_t tile, int n,
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
    const BackwardBlock<T, D> block(a, sharedAddress(shared));
    const int64_t sequence = a.shape.sequence;
    const T* square = static_cast<const T*>(a.probabilities) + block.headRow() * sequence;
    float sums[2] = {0.0f, 0.0f}, totals[2] = {0.0f, 0.0f};
    // Probabilities after the query are zeros, stored by the forward.
    block.forEachTile(true, [&](int64_t tile) {
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
    block.forEachTile(true, [&](int64_t tile) {
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
    block.store(a.dQ, dQ, 1.0f, 1.0f);
    block.hideRest(dScores);
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
