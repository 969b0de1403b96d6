#include "gpu/kernels/attention.h"
#include "gpu/kernels/attention_tile.cuh"

namespace shardscope::gpu {

namespace {

/// A head's square of probabilities or score gradients.
template <class T>
__device__ T* squareRow(void* squares, const AttentionShape& s, const Place& place) {
    const int64_t row = (place.batch * s.heads + place.head) * s.sequence + place.token;
    return static_cast<T*>(squares) + row * s.sequence;
}

template <class T>
__device__ void forward(const AttentionForwardArgs& a) {
    __shared__ Tile tile;
    __shared__ float queries[kTokenWarps][kLargestHead];
    const AttentionShape& s = a.shape;
    const QuerySide<T> side(a);
    const Place& place = side.place;
    const HeadRows<const T>&k = side.k, &v = side.v;
    float* query = queries[threadIdx.x / 32];
    loadVector(side.template of<const T>(a.q), place, s.sequence, s.headSize, query);
    const float scale = scaleOf(s);
    const int lane = threadIdx.x % 32;
    const bool active = place.token < s.sequence;
    Softmax softmax;
    for (int64_t first = 0; first <= place.blockLast; first += kTileTokens) {
        tile.load(k, first, s.sequence, s.headSize);
        const float score = tile.dot(query, s.headSize) * scale;
        if (first + lane <= place.token) softmax.add(score);
    }
    softmax.mergeWarp();
    const float inverse = 1.0f / softmax.sum;
    float sums[kHeadParts] = {};
    T* row = squareRow<T>(a.probabilities, s, place);
    for (int64_t first = 0; first < s.sequence; first += kTileTokens) {
        const int64_t key = first + lane;
        T probability = fromFloat<T>(0.0f);
        if (first <= place.blockLast) {
            tile.load(k, first, s.sequence, s.headSize);
            const float score = tile.dot(query, s.headSize) * scale;
            if (key <= place.token)
                probability = fromFloat<T>(exponential(score - softmax.largest) * inverse);
            tile.load(v, first, s.sequence, s.headSize);
            tile.addWeighted(toFloat(probability), s.headSize, sums);
        }
        if (active && key < s.sequence) row[key] = probability;
    }
    if (active) storeColumns(side.template of<T>(a.out).row(place.token), s.headSize, sums);
}

/// dScores and dQ: a warp a query.
template <class T>
__device__ void queryGradients(const AttentionBackwardArgs& a) {
    __shared__ Tile tile;
    __shared__ float gradients[kTokenWarps][kLargestHead];
    const AttentionShape& s = a.shape;
    const QuerySide<T> side(a);
    const Place& place = side.place;
    const HeadRows<const T>&k = side.k, &v = side.v;
    float* gradient = gradients[threadIdx.x / 32];
    loadVector(side.template of<const T>(a.dOut), place, s.sequence, s.headSize, gradient);
    const int lane = threadIdx.x % 32;
    const bool active = place.token < s.sequence;
    const T* probabilities = squareRow<const T>(const_cast<void*>(a.probabilities), s, place);
    const auto probability = [&](int64_t key) {
        return active && key <= place.token ? toFloat(probabilities[key]) : 0.0f;
    };
    float dot = 0.0f, total = 0.0f;
    for (int64_t first = 0; first <= place.blockLast; first += kTileTokens) {
        tile.load(v, first, s.sequence, s.headSize);
        const float p = probability(first + lane);
        dot += p * tile.dot(gradient, s.headSize);
        total += p;
    }
    // Stored probabilities are rounded and do not sum to one, so the mean is divided by their sum.
    const float mean = warpSum(dot) / warpSum(total);
    const float scale = scaleOf(s);
    float sums[kHeadParts] = {};
    T* row = squareRow<T>(a.dScores, s, place);
    for (int64_t first = 0; first < s.sequence; first += kTileTokens) {
        const int64_t key = first + lane;
        T dScore = fromFloat<T>(0.0f);
        if (first <= place.blockLast) {
            tile.load(v, first, s.sequence, s.headSize);
            const float dProbability = tile.dot(gradient, s.headSize);
            if (key <= place.token)
                dScore = fromFloat<T>(probability(key) * (dProbability - mean) * scale);
            tile.load(k, first, s.sequence, s.headSize);
            tile.addWeighted(active ? toFloat(dScore) : 0.0f, s.headSize, sums);
        }
        if (active && key < s.sequence) row[key] = dScore;
    }
    if (active) storeColumns(side.template of<T>(a.dQ).row(place.token), s.headSize, sums);
}

/// dK and dV: a warp a key, over the queries that see it, of all heads that share it.
template <class T>
__device__ void keyGradients(const AttentionBackwardArgs& a) {
    __shared__ Tile tile;
    const AttentionShape& s = a.shape;
    const KeySide<T> side(s);
    const int64_t key = side.place.token;
    const int lane = threadIdx.x % 32;
    float dK[kHeadParts] = {}, dV[kHeadParts] = {};
    side.forEachTile(s, [&](int64_t head, int64_t first) {
        const HeadRows<const T> q(a.q, side.firstToken, head * s.headSize);
        const HeadRows<const T> dOut(a.dOut, side.firstToken, head * s.headSize);
        const int64_t square = (side.place.batch * s.heads + head) * s.sequence * s.sequence;
        const T* probabilities = static_cast<const T*>(a.probabilities) + square;
        const T* dScores = static_cast<const T*>(a.dScores) + square;
        const int64_t query = first + lane;
        const bool sees = query < s.sequence && key <= query;
        const int64_t at = query * s.sequence + key;
        tile.load(dOut, first, s.sequence, s.headSize);
        tile.addWeighted(sees ? toFloat(probabilities[at]) : 0.0f, s.headSize, dV);
        tile.load(q, first, s.sequence, s.headSize);
        tile.addWeighted(sees ? toFloat(dScores[at]) : 0.0f, s.headSize, dK);
    });
    side.store(a, dK, dV);
}

}  // namespace

SHARDSCOPE_KERNELS(attention_forward, AttentionForwardArgs, forward, kAttentionThreads)
SHARDSCOPE_KERNELS(attention_query_gradients, AttentionBackwardArgs, queryGradients,
                   kAttentionThreads)
SHARDSCOPE_KERNELS(attention_key_gradients, AttentionBackwardArgs, keyGradients, kAttentionThreads)

cudaError_t launchAttentionForward(cudaStream_t stream, const AttentionForwardArgs& args) {
    return launchForward(kernels_attention_forward, stream, args);
}

cudaError_t launchAttentionBackward(cudaStream_t stream, const AttentionBackwardArgs& args) {
    return launchBackward(kernels_attention_query_gradients, kernels_attention_key_gradients,
                          stream, args);
}

}  // namespace shardscope::gpu
