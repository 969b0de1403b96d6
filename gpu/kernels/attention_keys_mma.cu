// dK and dV: a block has keys, and takes the queries of all heads that share them tile by tile.
#include "gpu/kernels/attention_fragments.cuh"
#include "gpu/kernels/attention_mma.h"
#include "gpu/kernels/attention_mma_launch.h"

namespace shardscope::gpu {

namespace {

/// Queries of a tile: fewer of wide heads, whose sums take the registers.
template <int D>
constexpr int kQueries = D == 64 ? 64 : 32;

/// Shared memory: keys and values (or nothing), two tiles of queries and of dOut, and two of
/// logSumExp and dOut·out (flash) or of probabilities and dScores (stored).
template <int D>
constexpr int kFlashKeyShared = 2 * kMmaRows* D * 2 + 4 * kQueries<D>* D * 2 + 4 * kQueries<D> * 4;
template <int D>
constexpr int kStoredKeyShared = 4 * kQueries<D>* D * 2 + 4 * kQueries<D>* kMmaRows * 2;

/// One block's keys, for dK and dV: tiles of queries of all heads that share them, in order.
template <class T, int D>
struct KeyBlock {
    static constexpr int kRows = kQueries<D>;
    using Tile = MmaTile<kRows, D>;
    const AttentionShape& s;
    MmaPlace place;
    int64_t group, firstTile, tiles;  ///< tiles of queries of a head that see the block's first key
    int warpRow;
    uint32_t shared;  ///< of two tiles of queries, then two of dOut

    __device__ KeyBlock(const AttentionShape& shape, uint32_t memory)
        : s(shape),
          place(s, s.kvHeads, false),
          group(s.heads / s.kvHeads),
          firstTile(place.first / kRows),
          tiles((s.sequence + kRows - 1) / kRows - firstTile),
          warpRow(threadIdx.x / 32 * 16),
          shared(memory) {}
    __device__ Tile queries(int64_t step) const {
        return {shared + static_cast<int>(step & 1) * Tile::kBytes};
    }
    __device__ Tile gradients(int64_t step) const {
        return {queries(step).base + 2 * Tile::kBytes};
    }
    __device__ int64_t headOf(int64_t step) const { return place.head * group + step / tiles; }
    __device__ int64_t firstQuery(int64_t step) const { return (firstTile + step % tiles) * kRows; }
    /// Row of the step's first query in a [B,H,T] tensor.
    __device__ int64_t headRow(int64_t step) const {
        return (place.batch * s.heads + headOf(step)) * s.sequence + firstQuery(step);
    }
    __device__ void fetch(int64_t step, const TokenRows& q, const TokenRows& dOut) const {
        const int64_t first = firstQuery(step), column = headOf(step) * D;
        MmaHead<const T>(q, place.firstToken, column).load(queries(step), first, s.sequence);
        MmaHead<const T>(dOut, place.firstToken, column).load(gradients(step), first, s.sequence);
    }
    __device__ int64_t steps() const { return group * tiles; }
    __device__ void store(const TokenRows& rows, const float (&sums)[D / 8][4]) const {
        const MmaHead<T> to(rows, place.firstToken, place.head * D);
        storeRows<T>(to.row(place.first + warpRow), to.stride, s.sequence - place.first - warpRow,
                     sums, 1.0f, 1.0f);
    }
};

template <class T, int D>
__device__ void flashKeys(const FlashBackwardArgs& a) {
    const unsigned char* shared = dynamicShared();
    using Block = KeyBlock<T, D>;
    using Own = MmaTile<kMmaRows, D>;
    constexpr int kRows = Block::kRows;
    const Block block(a.shape, sharedAddress(shared) + 2 * Own::kBytes);
    const Own keys{sharedAddress(shared)}, values{keys.base + Own::kBytes};
    const int64_t column = block.place.head * D, sequence = a.shape.sequence;
    MmaHead<const T>(a.k, block.place.firstToken, column).load(keys, block.place.first, sequence);
    MmaHead<const T>(a.v, block.place.firstToken, column).load(values, block.place.first, sequence);
    // Behind the tiles: logSumExp of two steps, then dOut·out of two.
    constexpr int kVectors = 2 * Own::kBytes + 4 * Block::Tile::kBytes;
    const float* vectors = reinterpret_cast<const float*>(shared + kVectors);
    const uint32_t vectorBase = sharedAddress(shared) + kVectors;
    const float scale = 1.0f / sqrtf(static_cast<float>(D));
    const MmaLane lane;
    float dK[D / 8][4], dV[D / 8][4];
    clear(dK);
    clear(dV);
    const auto fetch = [&](int64_t step) {
        block.fetch(step, a.q, a.dOut);
        const int i = static_cast<int>(threadIdx.x) % kRows, which = threadIdx.x / kRows;
        if (which > 1) return;
        const bool exists = block.firstQuery(step) + i < sequence;
        const float* from = which == 0 ? a.logSumExp : a.scratch;
        copyAsync<4>(vectorBase + ((which * 2 + static_cast<int>(step & 1)) * kRows + i) * 4,
                     from + (exists ? block.headRow(step) + i : 0), exists);
    };
    forEachStep(block.steps(), fetch, [&](int64_t step) {
        // Transposed: a row is a key, a column a query.
        float scores[kRows / 8][4], gradients[kRows / 8][4];
        multiplyRows<T>(scores, keys, block.warpRow, block.queries(step));
        multiplyRows<T>(gradients, values, block.warpRow, block.gradients(step));
        const float* logs = vectors + (step & 1) * kRows;
        const float* dots = logs + 2 * kRows;
        const int64_t firstQuery = block.firstQuery(step);
#pragma unroll
        for (int n = 0; n < kRows / 8; ++n) {
#pragma unroll
            for (int e = 0; e < 4; ++e) {
                const int query = n * 8 + lane.column + e % 2;
                const int64_t key = block.place.first + block.warpRow + lane.row + e / 2 * 8;
                const float exponent =
                    fmaf(scores[n][e], scale * kLog2OfE, -logs[query] * kLog2OfE);
                const float p = key <= firstQuery + query ? exp2Fast(exponent) : 0.0f;
                scores[n][e] = p;
                gradients[n][e] = p * (gradients[n][e] - dots[query]) * scale;
            }
        }
        addProduct<T>(dV, Rounded<T, kRows / 8>{scores}, block.gradients(step));
        addProduct<T>(dK, Rounded<T, kRows / 8>{gradients}, block.queries(step));
    });
    block.store(a.dK, dK);
    block.store(a.dV, dV);
}

template <class T, int D>
__device__ void storedKeys(const AttentionBackwardArgs& a) {
    const unsigned char* shared = dynamicShared();
    using Block = KeyBlock<T, D>;
    constexpr int kRows = Block::kRows;
    using Square = MmaTile<kRows, kMmaRows>;
    const Block block(a.shape, sharedAddress(shared));
    const int64_t sequence = a.shape.sequence;
    const auto probabilities = [&](int64_t step) {
        return Square{block.shared + 4 * Block::Tile::kBytes +
                      static_cast<int>(step & 1) * Square::kBytes};
    };
    const auto dScores = [&](int64_t step) {
        return Square{probabilities(step).base + 2 * Square::kBytes};
    };
    const auto loadSquare = [&](const Square& to, const void* from, int64_t step) {
        const T* first =
            static_cast<const T*>(from) + block.headRow(step) * sequence + block.place.first;
        const int64_t rows = sequence - block.firstQuery(step);
        const int64_t chunks = (sequence - block.place.first) / 8;
#pragma unroll
        for (int i = 0; i < kRows * Square::kChunks / kMmaThreads; ++i) {
            const int index = i * kMmaThreads + static_cast<int>(threadIdx.x);
            const int row = index / Square::kChunks, chunk = index % Square::kChunks;
            const bool exists = row < rows && chunk < chunks;
            copyAsync<16>(to.at(row, chunk), first + (exists ? row * sequence + chunk * 8 : 0),
                          exists);
        }
    };
    const int chunk = block.warpRow / 8;  // the warp's keys among the squares' columns
    float dK[D / 8][4], dV[D / 8][4];
    clear(dK);
    clear(dV);
    const auto fetch = [&](int64_t step) {
        block.fetch(step, a.q, a.dOut);
        loadSquare(probabilities(step), a.probabilities, step);
        loadSquare(dScores(step), a.dScores, step);
    };
    forEachStep(block.steps(), fetch, [&](int64_t step) {
        const Square p = probabilities(step), d = dScores(step);
        addProduct<T>(
            dV, [&](int k, uint32_t(&left)[4]) { p.leftTransposed(left, 16 * k, chunk); },
            block.gradients(step));
        addProduct<T>(
            dK, [&](int k, uint32_t(&left)[4]) { d.leftTransposed(left, 16 * k, chunk); },
            block.queries(step));
    });
    block.store(a.dK, dK);
    block.store(a.dV, dV);
}

SHARDSCOPE_BODY(flashKeys64, 64, FlashBackwardArgs, flashKeys)
SHARDSCOPE_BODY(flashKeys128, 128, FlashBackwardArgs, flashKeys)
SHARDSCOPE_BODY(storedKeys64, 64, AttentionBackwardArgs, storedKeys)
SHARDSCOPE_BODY(storedKeys128, 128, AttentionBackwardArgs, storedKeys)

}  // namespace

SHARDSCOPE_HALF_KERNELS(flash_key_gradients_d64, FlashBackwardArgs, flashKeys64, kMmaThreads)
SHARDSCOPE_HALF_KERNELS(flash_key_gradients_d128, FlashBackwardArgs, flashKeys128, kMmaThreads)
SHARDSCOPE_HALF_KERNELS(attention_key_gradients_d64, AttentionBackwardArgs, storedKeys64,
                        kMmaThreads)
SHARDSCOPE_HALF_KERNELS(attention_key_gradients_d128, AttentionBackwardArgs, storedKeys128,
                        kMmaThreads)

cudaError_t launchKeysMma(cudaStream_t stream, const FlashBackwardArgs& args) {
    const bool wide = args.shape.headSize == 128;
    return launchTiles(wide ? kernels_flash_key_gradients_d128 : kernels_flash_key_gradients_d64,
                       args, args.shape.kvHeads, wide ? kFlashKeyShared<128> : kFlashKeyShared<64>,
                       stream);
}

cudaError_t launchKeysMma(cudaStream_t stream, const AttentionBackwardArgs& args) {
    const bool wide = args.shape.headSize == 128;
    return launchTiles(
        wide ? kernels_attention_key_gradients_d128 : kernels_attention_key_gradients_d64, args,
        args.shape.kvHeads, wide ? kStoredKeyShared<128> : kStoredKeyShared<64>, stream);
}

}  // namespace shardscope::gpu
