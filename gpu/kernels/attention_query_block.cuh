#pragma once
// The part of the tensor-core attention kernels whose blocks have queries: the forward, and dQ. Such a block takes
// the keys and values that its queries see tile by tile. Internal to gpu/kernels.

#include "gpu/kernels/attention_fragments.cuh"

namespace shardscope::gpu {

/// One block's queries. Shared memory: @p kOwn tiles of the block's own rows, the first of them its queries, then
/// two of keys and two of values, which take turns.
template <class T, int D, int kOwn>
struct QueryBlock {
    using Tile = MmaTile<kMmaRows, D>;
    /// Bytes of shared memory.
    static constexpr int kShared = (kOwn + 4) * Tile::kBytes;

    const AttentionShape& s;
    MmaPlace place;
    MmaHead<const T> q, k, v;
    Tile queries;
    int warpRow;

    template <class Args>
    __device__ QueryBlock(const Args& a, uint32_t shared)
        : s(a.shape),
          place(s, s.heads, true),
          q(a.q, place.firstToken, place.head * D),
          k(a.k, place.firstToken, place.head / (s.heads / s.kvHeads) * D),
          v(a.v, place.firstToken, place.head / (s.heads / s.kvHeads) * D),
          queries{shared},
          warpRow(threadIdx.x / 32 * 16) {
        q.load(queries, place.first, s.sequence);
    }
    __device__ Tile keys(int64_t tile) const {
        return {queries.base + (kOwn + static_cast<int>(tile & 1)) * Tile::kBytes};
    }
    __device__ Tile values(int64_t tile) const { return {keys(tile).base + 2 * Tile::kBytes}; }
    /// The last tile of keys that the block's queries see; only there are keys that some of them do not.
    __device__ int64_t lastTile() const { return place.first / kMmaRows; }
    /// Calls body(tile) for each tile of keys that they see, with its keys and values there.
    template <class Body>
    __device__ void forEachTile(bool withValues, const Body& body) const {
        const auto fetch = [&](int64_t tile) {
            k.load(keys(tile), tile * kMmaRows, s.sequence);
            if (withValues) v.load(values(tile), tile * kMmaRows, s.sequence);
        };
        forEachStep(lastTile() + 1, fetch, body);
    }
    /// Row of the warp's first query in a [B,H,T] tensor.
    __device__ int64_t headRow() const {
        return (place.batch * s.heads + place.head) * s.sequence + place.first + warpRow;
    }
    /// Rows of the warp that are in the sequence.
    __device__ int64_t rows() const { return s.sequence - place.first - warpRow; }
    __device__ void store(const TokenRows& to, const float (&sums)[D / 8][4], float low,
                          float high) const {
        const MmaHead<T> head(to, place.firstToken, place.head * D);
        storeRows<T>(head.row(place.first + warpRow), head.stride, rows(), sums, low, high);
    }
    /// Zeros in the block's rows of a [B,H,T,T] tensor, in the tiles of keys after the last.
    __device__ void hideRest(T* warpSquare) const {
        const int64_t after = place.first + kMmaRows, packs = (s.sequence - after) / 8;
        T* first = warpSquare - warpRow * s.sequence + after;
        for (int64_t i = threadIdx.x; i < kMmaRows * packs; i += kMmaThreads)
            *reinterpret_cast<uint4*>(first + i / packs * s.sequence + i % packs * 8) =
                make_uint4(0, 0, 0, 0);
    }
};

}  // namespace shardscope::gpu
