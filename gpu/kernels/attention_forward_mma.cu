#include "gpu/kernels/attention_mma.h"
#include "gpu/kernels/attention_mma_launch.h"
#include "gpu/kernels/attention_query_block.cuh"

namespace shardscope::gpu {

namespace {

constexpr int kKeys = kMmaRows;  // of a tile

/// Shared memory of one block.
template <int D>
constexpr int kForwardShared = QueryBlock<Bf16, D, 1>::kShared;

/// Running maximum and sum of exponentials of a thread's two rows.
struct RowSoftmax {
    float largest[2] = {-INFINITY, -INFINITY}, sum[2] = {0.0f, 0.0f};

    /// Turns scores into exponentials relative to the maximum so far. @param scale to base-2 exponents.
    /// @return in @p keep what earlier sums are to be multiplied with.
    template <int N>
    __device__ void absorb(float (&scores)[N][4], float scale, float (&keep)[2]) {
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            float highest = largest[half];
#pragma unroll
            for (int n = 0; n < N; ++n)
                highest = fmaxf(highest, fmaxf(scores[n][2 * half], scores[n][2 * half + 1]));
            highest = fmaxf(highest, __shfl_xor_sync(0xffffffffu, highest, 1));
            highest = fmaxf(highest, __shfl_xor_sync(0xffffffffu, highest, 2));
            keep[half] = exp2Fast((largest[half] - highest) * scale);
            largest[half] = highest;
            sum[half] *= keep[half];
#pragma unroll
            for (int n = 0; n < N; ++n) {
#pragma unroll
                for (int e = 2 * half; e < 2 * half + 2; ++e) {
                    scores[n][e] = exp2Fast(fmaf(scores[n][e], scale, -highest * scale));
                    sum[half] += scores[n][e];
                }
            }
        }
    }
    /// Over the four threads of a row.
    __device__ void finish() {
#pragma unroll
        for (float& s : sum) {
            s += __shfl_xor_sync(0xffffffffu, s, 1);
            s += __shfl_xor_sync(0xffffffffu, s, 2);
        }
    }
};

/// Hides keys after the query.
template <int N>
__device__ void maskCausal(float (&scores)[N][4], int64_t firstQuery, int64_t firstKey) {
    const MmaLane lane;
#pragma unroll
    for (int n = 0; n < N; ++n) {
#pragma unroll
        for (int e = 0; e < 4; ++e) {
            const int64_t key = firstKey + n * 8 + lane.column + e % 2;
            if (key > firstQuery + lane.row + e / 2 * 8) scores[n][e] = -INFINITY;
        }
    }
}

/// One block's queries against all keys they see.
template <class T, int D>
struct ForwardBlock : QueryBlock<T, D, 1> {
    using Base = QueryBlock<T, D, 1>;
    float scale;  ///< of scores, to base-2 exponents

    template <class Args>
    __device__ ForwardBlock(const Args& a, uint32_t shared)
        : Base(a, shared), scale(kLog2OfE / sqrtf(static_cast<float>(D))) {}
    /// Calls body(tile, scores) for each tile of keys, its values in values(tile).
    template <class Body>
    __device__ void forEachScores(bool withValues, const Body& body) const {
        this->forEachTile(withValues, [&](int64_t tile) {
            float scores[kKeys / 8][4];
            multiplyRows<T>(scores, this->queries, this->warpRow, this->keys(tile));
            if (tile == this->lastTile())
                maskCausal(scores, this->place.first + this->warpRow, tile * kKeys);
            body(tile, scores);
        });
    }
};

template <class T, int D>
__device__ void flashForward(const FlashForwardArgs& a) {
    const unsigned char* shared = dynamicShared();
    const ForwardBlock<T, D> block(a, sharedAddress(shared));
    RowSoftmax softmax;
    float out[D / 8][4];
    clear(out);
    block.forEachScores(true, [&](int64_t tile, float(&scores)[kKeys / 8][4]) {
        float keep[2];
        softmax.absorb(scores, block.scale, keep);
#pragma unroll
        for (auto& sums : out) {
            sums[0] *= keep[0], sums[1] *= keep[0];
            sums[2] *= keep[1], sums[3] *= keep[1];
        }
        addProduct<T>(out, Rounded<T, kKeys / 8>{scores}, block.values(tile));
    });
    softmax.finish();
    block.store(a.out, out, 1.0f / softmax.sum[0], 1.0f / softmax.sum[1]);
    const MmaLane lane;
    if (lane.column != 0) return;
    float* logs = a.logSumExp + block.headRow();
    const float natural = block.scale / kLog2OfE;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        if (lane.row + half * 8 < block.rows())
            logs[lane.row + half * 8] = softmax.largest[half] * natural + logf(softmax.sum[half]);
    }
}

template <class T, int D>
__device__ void storedForward(const AttentionForwardArgs& a) {
    const unsigned char* shared = dynamicShared();
    const ForwardBlock<T, D> block(a, sharedAddress(shared));
    const int64_t sequence = a.shape.sequence;
    RowSoftmax softmax;
    block.forEachScores(false, [&](int64_t, float(&scores)[kKeys / 8][4]) {
        float keep[2];
        softmax.absorb(scores, block.scale, keep);
    });
    softmax.finish();
    const float inverse[2] = {1.0f / softmax.sum[0], 1.0f / softmax.sum[1]};
    T* square = static_cast<T*>(a.probabilities) + block.headRow() * sequence;
    float out[D / 8][4];
    clear(out);
    block.forEachScores(true, [&](int64_t tile, float(&scores)[kKeys / 8][4]) {
#pragma unroll
        for (auto& four : scores) {
#pragma unroll
            for (int e = 0; e < 4; ++e)
                four[e] =
                    exp2Fast(fmaf(four[e], block.scale, -softmax.largest[e / 2] * block.scale)) *
                    inverse[e / 2];
        }
        const MmaLane lane;
        T* to = square + tile * kKeys;
#pragma unroll
        for (int n = 0; n < kKeys / 8; ++n) {
            const int64_t column = n * 8 + lane.column;
            if (tile * kKeys + column >= sequence) continue;
            if (lane.row < block.rows())
                *reinterpret_cast<uint32_t*>(to + lane.row * sequence + column) =
                    pairOf<T>(scores[n][0], scores[n][1]);
            if (lane.row + 8 < block.rows())
                *reinterpret_cast<uint32_t*>(to + (lane.row + 8) * sequence + column) =
                    pairOf<T>(scores[n][2], scores[n][3]);
        }
        addProduct<T>(out, Rounded<T, kKeys / 8>{scores}, block.values(tile));
    });
    block.store(a.out, out, 1.0f, 1.0f);
    block.hideRest(square);
}

SHARDSCOPE_BODY(flash64, 64, FlashForwardArgs, flashForward)
SHARDSCOPE_BODY(flash128, 128, FlashForwardArgs, flashForward)
SHARDSCOPE_BODY(stored64, 64, AttentionForwardArgs, storedForward)
SHARDSCOPE_BODY(stored128, 128, AttentionForwardArgs, storedForward)

}  // namespace

SHARDSCOPE_HALF_KERNELS(flash_forward_d64, FlashForwardArgs, flash64, kMmaThreads)
SHARDSCOPE_HALF_KERNELS(flash_forward_d128, FlashForwardArgs, flash128, kMmaThreads)
SHARDSCOPE_HALF_KERNELS(attention_forward_d64, AttentionForwardArgs, stored64, kMmaThreads)
SHARDSCOPE_HALF_KERNELS(attention_forward_d128, AttentionForwardArgs, stored128, kMmaThreads)

cudaError_t launchForwardMma(cudaStream_t stream, const FlashForwardArgs& args) {
    return args.shape.headSize == 64 ? launchTiles(kernels_flash_forward_d64, args,
                                                   args.shape.heads, kForwardShared<64>, stream)
                                     : launchTiles(kernels_flash_forward_d128, args,
                                                   args.shape.heads, kForwardShared<128>, stream);
}

cudaError_t launchForwardMma(cudaStream_t stream, const AttentionForwardArgs& args) {
    return args.shape.headSize == 64 ? launchTiles(kernels_attention_forward_d64, args,
                                                   args.shape.heads, kForwardShared<64>, stream)
                                     : launchTiles(kernels_attention_forward_d128, args,
                                                   args.shape.heads, kForwardShared<128>, stream);
}

}  // namespace shardscope::gpu
