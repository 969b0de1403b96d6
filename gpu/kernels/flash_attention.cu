#include "gpu/kernels/attention_mma.h"
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
    const Place place(s, s.heads);
    const int64_t firstToken = place.batch * s.sequence;
    const int64_t kvColumn = place.head / (s.heads / s.kvHeads) * s.headSize;
    const HeadRows<const T> q(a.q, firstToken, place.head * s.headSize);
    const HeadRows<const T> k(a.k, firstToken, kvColumn), v(a.v, firstToken, kvColumn);
    float* query = queries[threadIdx.x / 32];
    loadVector(q, place, s.sequence, s.headSize, query);
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
    const HeadRows<T> out(a.out, firstToken, place.head * s.headSize);
    storeColumns(out.row(place.token), s.headSize, sums);
    if (lane == 0)
        a.logSumExp[headRow(s, place.batch, place.head, place.token)] = largest + logf(sum);
}

/// dOut·out into scratch, and dQ: a warp a query.
template <class T>
__device__ void queryGradients(const FlashBackwardArgs& a) {
    __shared__ Tile tile;
    __shared__ float queries[kTokenWarps][kLargestHead], gradients[kTokenWarps][kLargestHead];
    const AttentionShape& s = a.shape;
    const Place place(s, s.heads);
    const int64_t firstToken = place.batch * s.sequence;
    const int64_t kvColumn = place.head / (s.heads / s.kvHeads) * s.headSize;
    const int64_t qColumn = place.head * s.headSize;
    const HeadRows<const T> k(a.k, firstToken, kvColumn), v(a.v, firstToken, kvColumn);
    const int lane = threadIdx.x % 32;
    float* query = queries[threadIdx.x / 32];
    float* gradient = gradients[threadIdx.x / 32];
    loadVector(HeadRows<const T>(a.out, firstToken, qColumn), place, s.sequence, s.headSize, query);
    loadVector(HeadRows<const T>(a.dOut, firstToken, qColumn), place, s.sequence, s.headSize,
               gradient);
    float dot = 0.0f;
    for (int d = lane; d < s.headSize; d += 32) dot = fmaf(query[d], gradient[d], dot);
    const float mean = warpSum(dot);
    __syncwarp();
    loadVector(HeadRows<const T>(a.q, firstToken, qColumn), place, s.sequence, s.headSize, query);
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
    const HeadRows<T> dQ(a.dQ, firstToken, qColumn);
    if (active) storeColumns(dQ.row(place.token), s.headSize, sums);
}

/// dK and dV: a warp a key, over the queries that see it, of all heads that share it.
template <class T>
__device__ void keyGradients(const FlashBackwardArgs& a) {
    __shared__ Tile tile;
    __shared__ float keys[kTokenWarps][kLargestHead], values[kTokenWarps][kLargestHead];
    const AttentionShape& s = a.shape;
    const Place place(s, s.kvHeads);
    const int64_t firstToken = place.batch * s.sequence, key = place.token;
    const int64_t kvColumn = place.head * s.headSize, group = s.heads / s.kvHeads;
    const int lane = threadIdx.x % 32;
    float* keyVector = keys[threadIdx.x / 32];
    float* valueVector = values[threadIdx.x / 32];
    loadVector(HeadRows<const T>(a.k, firstToken, kvColumn), place, s.sequence, s.headSize,
               keyVector);
    loadVector(HeadRows<const T>(a.v, firstToken, kvColumn), place, s.sequence, s.headSize,
               valueVector);
    float dK[kHeadParts] = {}, dV[kHeadParts] = {};
    for (int64_t head = place.head * group; head < (place.head + 1) * group; ++head) {
        const HeadRows<const T> q(a.q, firstToken, head * s.headSize);
        const HeadRows<const T> dOut(a.dOut, firstToken, head * s.headSize);
        for (int64_t first = place.blockFirst / kTileTokens * kTileTokens; first < s.sequence;
             first += kTileTokens) {
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
        }
    }
    if (key >= s.sequence) return;
    storeColumns(HeadRows<T>(a.dK, firstToken, kvColumn).row(key), s.headSize, dK);
    storeColumns(HeadRows<T>(a.dV, firstToken, kvColumn).row(key), s.headSize, dV);
}

}  // namespace

SHARDSCOPE_KERNELS(flash_forward, FlashForwardArgs, forward, kAttentionThreads)
SHARDSCOPE_KERNELS(flash_query_gradients, FlashBackwardArgs, queryGradients, kAttentionThreads)
SHARDSCOPE_KERNELS(flash_key_gradients, FlashBackwardArgs, keyGradients, kAttentionThreads)

int64_t scratchBytes(const FlashBackwardArgs& args) {
    return args.shape.batch * args.shape.heads * args.shape.sequence * int64_t{sizeof(float)};
}

cudaError_t launchFlashForward(cudaStream_t stream, const FlashForwardArgs& args) {
    if (!attentionIsPossible(args.shape)) return cudaErrorInvalidValue;
    if (fitsTensorCores(args)) return launchForwardMma(stream, args);
    return launchKernel(kernels_flash_forward.of(args.dtype),
                        tokenBlocks(args.shape, args.shape.heads), kAttentionThreads, args, stream);
}

cudaError_t launchFlashBackward(cudaStream_t stream, const FlashBackwardArgs& args) {
    if (!attentionIsPossible(args.shape)) return cudaErrorInvalidValue;
    if (fitsTensorCores(args)) return launchBackwardMma(stream, args);
    const cudaError_t status =
        launchKernel(kernels_flash_query_gradients.of(args.dtype),
                     tokenBlocks(args.shape, args.shape.heads), kAttentionThreads, args, stream);
    if (status != cudaSuccess) return status;
    return launchKernel(kernels_flash_key_gradients.of(args.dtype),
                        tokenBlocks(args.shape, args.shape.kvHeads), kAttentionThreads, args,
                        stream);
}

}  // namespace shardscope::gpu
