#include "gpu/kernels/attention_fragments.cuh"
#include "gpu/kernels/attention_mma.h"
#include "gpu/kernels/attention_mma_launch.h"

namespace shardscope::gpu {

namespace {

constexpr int kKeys = 64;  // of a tile

/// Shared memory of one block: the queries, and two tiles of keys and of values.
template <int D>
constexpr int kForwardShared = 5 * kMmaRows* D * 2;

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
struct ForwardBlock {
    using Queries = MmaTile<kMmaRows, D>;
    using Keys = MmaTile<kKeys, D>;
    const AttentionShape& s;
    MmaPlace place;
    MmaHead<const T> q, k, v;
    Queries queries;
    int warpRow;
    float scale;  ///< of scores, to base-2 exponents

    template <class Args>
    __device__ ForwardBlock(const Args& a, uint32_t shared)
        : s(a.shape),
          place(s, s.heads, true),
          q(a.q, place.firstToken, place.head * D),
          k(a.k, place.firstToken, place.head / (s.heads / s.kvHeads) * D),
          v(a.v, place.firstToken, place.head / (s.heads / s.kvHeads) * D),
          queries{shared},
          warpRow(threadIdx.x / 32 * 16),
          scale(kLog2OfE / sqrtf(static_cast<float>(D))) {}

    /// Where a tile's keys and values are; tiles take turns in two places.
    __device__ Keys keys(int64_t tile) const {
        return {queries.base + Queries::kBytes + static_cast<int>(tile & 1) * Keys::kBytes};
    }
    __device__ Keys values(int64_t tile) const { return {keys(tile).base + 2 * Keys::kBytes}; }
    __device__ void fetch(int64_t tile, bool withValues) const {
        k.load(keys(tile), tile * kKeys, s.sequence);
        if (withValues) v.load(values(tile), tile * kKeys, s.sequence);
        endCopies();
    }
    /// Calls body(tile, scores) for each tile of keys, its values in values(tile).
    template <class Body>
    __device__ void forEachTile(bool withValues, const Body& body) const {
        const int64_t last = place.first / kKeys;
        fetch(0, withValues);
        for (int64_t tile = 0; tile <= last; ++tile) {
            if (tile < last) {
                fetch(tile + 1, withValues);
                awaitCopies<1>();
            } else {
                awaitCopies<0>();
            }
            __syncthreads();
            float scores[kKeys / 8][4];
            multiplyRows<T>(scores, queries, warpRow, keys(tile));
            if (tile == last) maskCausal(scores, place.first + warpRow, tile * kKeys);
            body(tile, scores);
            __syncthreads();  // the next fetch overwrites this tile
        }
    }
    __device__ int64_t squareRow() const {
        return (place.batch * s.heads + place.head) * s.sequence + place.first + warpRow;
    }
    /// Rows of the warp that are in the sequence.
    __device__ int64_t rows() const { return s.sequence - place.first - warpRow; }
    __device__ void storeOut(const TokenRows& out, const float (&sums)[D / 8][4], float low,
                             float high) const {
        const MmaHead<T> to(out, place.firstToken, place.head * D);
        storeRows<T>(to.row(place.first + warpRow), to.stride, rows(), sums, low, high);
    }
};

template <class T, int D>
__device__ void flashForward(const FlashForwardArgs& a) {
    const unsigned char* shared = dynamicShared();
    const ForwardBlock<T, D> block(a, sharedAddress(shared));
    block.q.load(block.queries, block.place.first, a.shape.sequence);
    RowSoftmax softmax;
    float out[D / 8][4];
    clear(out);
    block.forEachTile(true, [&](int64_t tile, float(&scores)[kKeys / 8][4]) {
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
    block.storeOut(a.out, out, 1.0f / softmax.sum[0], 1.0f / softmax.sum[1]);
    const MmaLane lane;
    if (lane.column != 0) return;
    float* logs = a.logSumExp + block.squareRow();
    const float natural = block.scale / kLog2OfE;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        if (lane.row + half * 8 < block.rows())
            logs[lane.row + half * 8] = softmax.largest[half] * natural + logf(softmax.sum[half]);
    }
}

/// Zeros of keys that no query of the block sees, in tiles after the last.
template <class T>
__device__ void hideRest(T* firstRow, int64_t rows, int64_t sequence, int64_t firstHidden) {
    const int64_t packs = (sequence - firstHidden) / 8;
    for (int64_t i = threadIdx.x; i < rows * packs; i += kMmaThreads)
        *reinterpret_cast<uint4*>(firstRow + i / packs * sequence + firstHidden + i % packs * 8) =
            make_uint4(0, 0, 0, 0);
}

template <class T, int D>
__device__ void storedForward(const AttentionForwardArgs& a) {
    const unsigned char* shared = dynamicShared();
    const ForwardBlock<T, D> block(a, sharedAddress(shared));
    const int64_t sequence = a.shape.sequence;
    block.q.load(block.queries, block.place.first, sequence);
    RowSoftmax softmax;
    block.forEachTile(false, [&](int64_t, float(&scores)[kKeys / 8][4]) {
        float keep[2];
        softmax.absorb(scores, block.scale, keep);
    });
    softmax.finish();
    const float inverse[2] = {1.0f / softmax.sum[0], 1.0f / softmax.sum[1]};
    T* square = static_cast<T*>(a.probabilities) + block.squareRow() * sequence;
    float out[D / 8][4];
    clear(out);
    block.forEachTile(true, [&](int64_t tile, float(&scores)[kKeys / 8][4]) {
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
    block.storeOut(a.out, out, 1.0f, 1.0f);
    const int64_t after = block.place.first + kMmaRows;
    if (after < sequence)
        hideRest(square - block.warpRow * sequence, int64_t{kMmaRows}, sequence, after);
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
