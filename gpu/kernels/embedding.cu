#include "gpu/kernels/embedding.h"
#include "gpu/kernels/vector.cuh"

namespace shardscope::gpu {

namespace {

constexpr unsigned kThreads = 256;

/// Packs of a row, or elements when rows cannot be read in packs.
template <class T>
__host__ __device__ int64_t packWidth(int64_t hidden, bool aligned) {
    return aligned && hidden % kPackOf<T> == 0 ? kPackOf<T> : 1;
}

/// Calls body<kWidth>(row, column) for the pack of this thread among rows × hidden elements.
template <class T, class Body>
__device__ void forThisPack(int64_t rows, int64_t hidden, bool aligned, const Body& body) {
    const int64_t width = packWidth<T>(hidden, aligned);
    const int64_t packs = hidden / width;
    const int64_t threads = int64_t{gridDim.x} * kThreads;
    for (int64_t i = int64_t{blockIdx.x} * kThreads + threadIdx.x; i < rows * packs; i += threads) {
        if (width > 1) {
            body.template run<kPackOf<T>>(i / packs, i % packs * width);
        } else {
            body.template run<1>(i / packs, i % packs);
        }
    }
}

template <class T>
struct Forward {
    const EmbeddingForwardArgs& a;

    template <int W>
    __device__ void run(int64_t row, int64_t column) const {
        const int64_t token = a.tokens[row];
        Pack<T, W> out = loadPack<T, W>(a.tokenTable, token * a.hidden + column);
        if (a.positionTable) {
            const Pack<T, W> position =
                loadPack<T, W>(a.positionTable, row % a.sequence * a.hidden + column);
#pragma unroll
            for (int e = 0; e < W; ++e)
                out.elements[e] =
                    fromFloat<T>(toFloat(out.elements[e]) + toFloat(position.elements[e]));
        }
        storePack(a.out, row * a.hidden + column, out);
    }
};

/// target[first …] ← sums; in one access when the target has T's type and is aligned like it.
template <class T, int W>
__device__ void writeSums(const GradientTarget& target, int64_t first, const float (&sums)[W]) {
    withElement(target.dtype, [&](auto type) {
        using G = decltype(type);
        constexpr int kStep = W < kPackOf<G> ? W : kPackOf<G>;
        const bool packs = aligned16(target.address);
#pragma unroll
        for (int part = 0; part < W; part += kStep) {
            float values[kStep];
            if (W > 1 && packs) {
                Pack<G, kStep> old;
                if (target.accumulate) old = loadPack<G, kStep>(target.address, first + part);
#pragma unroll
                for (int e = 0; e < kStep; ++e)
                    values[e] = target.accumulate ? toFloat(old.elements[e]) + sums[part + e]
                                                  : sums[part + e];
                storePack(target.address, first + part, packOf<G>(values));
            } else {
                for (int e = 0; e < kStep; ++e)
                    writeGradient(target, first + part + e, sums[part + e]);
            }
        }
    });
}

/// Adds dOut[rowOf(i)][column …] over i in [begin, end), in order.
template <class T, int W, class RowOf>
__device__ void addRows(const void* dOut, int64_t hidden, int64_t column, int64_t begin,
                        int64_t end, const RowOf& rowOf, float (&sums)[W]) {
#pragma unroll 4
    for (int64_t i = begin; i < end; ++i) {
        const Pack<T, W> pack = loadPack<T, W>(dOut, rowOf(i) * hidden + column);
#pragma unroll
        for (int e = 0; e < W; ++e) sums[e] += toFloat(pack.elements[e]);
    }
}

template <class T>
struct TokenBackward {
    const TokenEmbeddingBackwardArgs& a;

    template <int W>
    __device__ void run(int64_t token, int64_t column) const {
        const int32_t* order = a.scratch + a.vocab + 1;
        const int64_t begin = a.scratch[token], end = a.scratch[token + 1];
        if (begin == end && a.dTable.accumulate) return;
        float sums[W] = {};
        addRows<T>(
            a.dOut, a.hidden, column, begin, end, [&](int64_t i) { return order[i]; }, sums);
        writeSums<T>(a.dTable, token * a.hidden + column, sums);
    }
};

template <class T>
struct PositionBackward {
    const PositionEmbeddingBackwardArgs& a;

    template <int W>
    __device__ void run(int64_t position, int64_t column) const {
        float sums[W] = {};
        addRows<T>(
            a.dOut, a.hidden, column, 0, a.batch,
            [&](int64_t item) { return item * a.sequence + position; }, sums);
        writeSums<T>(a.dTable, position * a.hidden + column, sums);
    }
};

template <class T>
__device__ void forward(const EmbeddingForwardArgs& a) {
    forThisPack<T>(a.rows, a.hidden, aligned16(a.tokenTable, a.positionTable, a.out),
                   Forward<T>{a});
}
template <class T>
__device__ void tokenBackward(const TokenEmbeddingBackwardArgs& a) {
    forThisPack<T>(a.vocab, a.hidden, aligned16(a.dOut), TokenBackward<T>{a});
}
template <class T>
__device__ void positionBackward(const PositionEmbeddingBackwardArgs& a) {
    forThisPack<T>(a.sequence, a.hidden, aligned16(a.dOut), PositionBackward<T>{a});
}

constexpr int kSortTokens = 64;  // vocabulary entries of one block, a thread each
constexpr int kSortTile = 1024;  // tokens in shared memory

/// Σ over the block's threads; all get it.
__device__ int sumOfBlock(int value) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, value);  // integers: any order gives the same sum
    __syncthreads();
    const int total = sum;
    __syncthreads();
    return total;
}

}  // namespace

SHARDSCOPE_KERNELS(embedding_forward, EmbeddingForwardArgs, forward, kThreads)
SHARDSCOPE_KERNELS(token_embedding_backward, TokenEmbeddingBackwardArgs, tokenBackward, kThreads)
SHARDSCOPE_KERNELS(position_embedding_backward, PositionEmbeddingBackwardArgs, positionBackward,
                   kThreads)

/// Rows ordered by token, and by row among equal tokens: each thread collects the rows of one token.
extern "C" __global__ void __launch_bounds__(kSortTokens)
    shardscope_rows_by_token(TokenEmbeddingBackwardArgs a) {
    __shared__ __align__(16) int tile[kSortTile];
    __shared__ int counts[kSortTokens];
    const int64_t firstToken = int64_t{blockIdx.x} * kSortTokens;
    const auto token = static_cast<int>(firstToken + threadIdx.x);
    const auto rows = static_cast<int>(a.rows);
    int below = 0;
    counts[threadIdx.x] = 0;
    __syncthreads();
    for (int row = threadIdx.x; row < rows; row += kSortTokens) {
        const int64_t offset = a.tokens[row] - firstToken;
        if (offset < 0) ++below;
        if (offset >= 0 && offset < kSortTokens) atomicAdd(&counts[offset], 1);
    }
    int place = sumOfBlock(below);
    for (int t = 0; t < static_cast<int>(threadIdx.x); ++t) place += counts[t];
    if (token < a.vocab) a.scratch[token] = place;
    if (token == a.vocab - 1) a.scratch[a.vocab] = place + counts[threadIdx.x];
    const int end = place + counts[threadIdx.x];
    int32_t* order = a.scratch + a.vocab + 1;
    for (int first = 0; first < rows; first += kSortTile) {
        __syncthreads();
        for (int i = threadIdx.x; i < kSortTile; i += kSortTokens)
            tile[i] = first + i < rows ? a.tokens[first + i] : -1;
        __syncthreads();
        for (int i = 0; i < kSortTile && place < end; i += 4) {
            const int4 four = *reinterpret_cast<const int4*>(&tile[i]);
            if (four.x == token) order[place++] = first + i;
            if (four.y == token) order[place++] = first + i + 1;
            if (four.z == token) order[place++] = first + i + 2;
            if (four.w == token) order[place++] = first + i + 3;
        }
    }
}

namespace {

int64_t blocksFor(int64_t rows, int64_t hidden, core::DType dtype, bool aligned) {
    const int64_t pack = 16 / elementBytes(dtype);
    const int64_t width = aligned && hidden % pack == 0 ? pack : 1;
    return ceilDiv(rows * (hidden / width), kThreads);
}

}  // namespace

int64_t scratchBytes(const TokenEmbeddingBackwardArgs& args) {
    return (args.vocab + 1 + args.rows) * int64_t{sizeof(int32_t)};
}

cudaError_t launchEmbeddingForward(cudaStream_t stream, const EmbeddingForwardArgs& args) {
    const bool aligned = aligned16(args.tokenTable, args.positionTable, args.out);
    return launchKernel(kernels_embedding_forward.of(args.dtype),
                        blocksFor(args.rows, args.hidden, args.dtype, aligned), kThreads, args,
                        stream);
}

cudaError_t launchTokenEmbeddingBackward(cudaStream_t stream,
                                         const TokenEmbeddingBackwardArgs& args) {
    if (args.rows > 0x7fffffff - kSortTile) return cudaErrorInvalidValue;
    const cudaError_t status =
        launchKernel(reinterpret_cast<const void*>(shardscope_rows_by_token),
                     ceilDiv(args.vocab, kSortTokens), kSortTokens, args, stream);
    if (status != cudaSuccess) return status;
    return launchKernel(kernels_token_embedding_backward.of(args.dtype),
                        blocksFor(args.vocab, args.hidden, args.dtype, aligned16(args.dOut)),
                        kThreads, args, stream);
}

cudaError_t launchPositionEmbeddingBackward(cudaStream_t stream,
                                            const PositionEmbeddingBackwardArgs& args) {
    return launchKernel(kernels_position_embedding_backward.of(args.dtype),
                        blocksFor(args.sequence, args.hidden, args.dtype, aligned16(args.dOut)),
                        kThreads, args, stream);
}

}  // namespace shardscope::gpu
