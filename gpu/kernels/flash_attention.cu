#include "gpu/kernels/attention_tile.cuh"
#include "gpu/kernels/flash_attention.h"

namespace shardscope::gpu {

namespace {

/// Row of a token and head in a [B,H,T] tensor.
__device__ int64_t headRow(const AttentionShape& s, int64_t batch, int64_t head, int64_t token) {
    return (batch * s.heads + head) * s.sequence + token;
}

template <class T>
__device__ void forward(const FlashForwardArgs& a) {
    __shared__ Tile tile;
    __shared__ float queries[kTokenWarps][kLargestHead];
    const AttentionShape& s = a.shape;
    const QuerySide<T> side(a);
    const Place& place = side.place;
    const HeadRows<const T>&k = side.k, &v = side.v;
    float* query = queries[threadIdx.x / 32];
    loadVector(side.template of<const T>(a.q), place, s.sequence, s.headSize, query);
    const int lane = threadIdx.x % 32;
    float largest = -INFINITY, sum = 0.0f, sums[kHeadParts] = {};
    for (int64_t first = 0; first <= place.blockLast; first += kTileTokens) {
        tile.load(k, first, s.sequence, s.headSize);
        const bool sees = first + lane <= place.token;
        const float score = sees ? tile.dot(query, s.headSize) * scaleOf(s) : -INFINITY;
        const float next = fmaxf(largest, warpMaximum(score));
        const float keep = largest == -INFINITY ? 0.0f : exponential(largest - next);
        const float p = sees ? exponential(score - next) : 0.0f;
        sum = sum * keep + warpSum(p);
        largest = next;
#pragma unroll
        for (float& value : sums) value *= keep;
        tile.load(v, first, s.sequence, s.headSize);
        tile.addWeighted(p, s.headSize, sums);
    }
    if (place.token >= s.sequence) return;
    const float inverse = 1.0f / sum;
#pragma unroll
    for (float& value : sums) value *= inverse;
    storeColumns(side.template of<T>(a.out).row(place.token), s.headSize, sums);
    if (lane == 0)
        a.logSumExp[headRow(s, place.batch, place.head, place.token)] = largest + logf(sum);
}

/// dOut·out into scratch, and dQ: a warp a query.
template <class T>
__device__ void queryGradients(const FlashBackwardArgs& a) {
    __shared__ Tile tile;
    __shared__ float queries[kTokenWarps][kLargestHead], gradients[kTokenWarps][kLargestHead];
    const AttentionShape& s = a.shape;
    const QuerySide<T> side(a);
    const Place& place = side.place;
    const HeadRows<const T>&k = side.k, &v = side.v;
    const int lane = threadIdx.x % 32;
    float* query = queries[threadIdx.x / 32];
    float* gradient = gradients[threadIdx.x / 32];
    loadVector(side.template of<const T>(a.out), place, s.sequence, s.headSize, query);
    loadVector(side.template of<const T>(a.dOut), place, s.sequence, s.headSize, gradient);
    float dot = 0.0f;
    for (int d = lane; d < s.headSize; d += 32) dot = fmaf(query[d], gradient[d], dot);
    const float mean = warpSum(dot);
    __syncwarp();
    loadVector(side.template of<const T>(a.q), place, s.sequence, s.headSize, query);
    const bool active = place.token < s.sequence;
    const int64_t at = headRow(s, place.batch, place.head, active ? place.token : 0);
    if (active && lane == 0) a.scratch[at] = mean;
    const float logSumExp = a.logSumExp[at], scale = scaleOf(s);
    float sums[kHeadParts] = {};
    for (int64_t first = 0; first <= place.blockLast; first += kTileTokens) {
        const bool sees = active && first + lane <= place.token;
        tile.load(v, first, s.sequence, s.headSize);
        const float dProbability = tile.dot(gradient, s.headSize);
        tile.load(k, first, s.sequence, s.headSize);
        const float score = tile.dot(query, s.headSize) * scale;
        const float p = sees ? exponential(score - logSumExp) : 0.0f;
        tile.addWeighted(p * (dProbability - mean) * scale, s.headSize, sums);
    }
    if (active) storeColumns(side.template of<T>(a.dQ).row(place.token), s.headSize, sums);
}

/// dK and dV: a warp a key, over the queries that see it, of all heads that share it.
template <class T>
__device__ void keyGradients(const FlashBackwardArgs& a) {
    __shared__ Tile tile;
    __shared__ float keys[kTokenWarps][kLargestHead], values[kTokenWarps][kLargestHead];
    const AttentionShape& s = a.shape;
    const KeySide<T> side(s);
    const Place& place = side.place;
    const int64_t key = place.token;
    const int lane = threadIdx.x % 32;
    float* keyVector = keys[threadIdx.x / 32];
    float* valueVector = values[threadIdx.x / 32];
    loadVector(HeadRows<const T>(a.k, side.firstToken, side.column), place, s.sequence, s.headSize,
               keyVector);
    loadVector(HeadRows<const T>(a.v, side.firstToken, side.column), place, s.sequence, s.headSize,
               valueVector);
    float dK[kHeadParts] = {}, dV[kHeadParts] = {};
    side.forEachTile(s, [&](int64_t head, int64_t first) {
        const HeadRows<const T> q(a.q, side.firstToken, head * s.headSize);
        const HeadRows<const T> dOut(a.dOut, side.firstToken, head * s.headSize);
        const int64_t query = first + lane;
        const bool sees = query < s.sequence && key <= query;
        const int64_t at = headRow(s, place.batch, head, sees ? query : 0);
        tile.load(q, first, s.sequence, s.headSize);
        const float score = tile.dot(keyVector, s.headSize) * scaleOf(s);
        const float p = sees ? exponential(score - a.logSumExp[at]) : 0.0f;
        tile.load(dOut, first, s.sequence, s.headSize);
        const float dProbability = tile.dot(valueVector, s.headSize);
        tile.addWeighted(p, s.headSize, dV);
        tile.load(q, first, s.sequence, s.headSize);
        tile.addWeighted(p * (dProbability - a.scratch[at]) * scaleOf(s), s.headSize, dK);
    });
    side.store(a, dK, dV);
}

}  // namespace

SHARDSCOPE_KERNELS(flash_forward, FlashForwardArgs, forward, kAttentionThreads)
SHARDSCOPE_KERNELS(flash_query_gradients, FlashBackwardArgs, queryGradients, kAttentionThreads)
SHARDSCOPE_KERNELS(flash_key_gradients, FlashBackwardArgs, keyGradients, kAttentionThreads)

int64_t scratchBytes(const FlashBackwardArgs& args) {
    return args.shape.batch * args.shape.heads * args.shape.sequence * int64_t{sizeof(float)};
}

cudaError_t launchFlashForward(cudaStream_t stream, const FlashForwardArgs& args) {
    return launchForward(kernels_flash_forward, stream, args);
}

cudaError_t launchFlashBackward(cudaStream_t stream, const FlashBackwardArgs& args) {
    return launchBackward(kernels_flash_query_gradients, kernels_flash_key_gradients, stream, args);
}

}  // namespace shardscope::gpu
