#pragma once
// Several threads that share a row and keep their part of it in registers.

#include <algorithm>

#include "gpu/kernels/launch.h"
#include "gpu/kernels/reduce.cuh"
#include "gpu/kernels/vector.cuh"

namespace shardscope::gpu {

inline constexpr int kRowThreads = 1024;  ///< of the largest team

/// Threads of a team: enough that each holds at most @p packs packs, at least a warp; 0 when a block
/// is too small.
inline int teamThreadsFor(int64_t hidden, int width, int packs) {
    for (int threads = 32; threads <= kRowThreads; threads *= 2) {
        if (hidden <= int64_t{threads} * width * packs) return threads;
    }
    return 0;
}

/// A member's view of rows: pack p of the row's packs p·threads + member.
template <class T, int kWidth, int kPacks>
struct RowTeam {
    int threads, member;
    int64_t packs;  ///< of a row

    __device__ RowTeam(int teamThreads, int64_t hidden)
        : threads(teamThreads), member(threadIdx.x % teamThreads), packs(hidden / kWidth) {}
    __device__ bool has(int p) const { return p * threads + member < packs; }
    __device__ int64_t element(int p) const { return int64_t{p * threads + member} * kWidth; }
    __device__ int warps() const { return threads / 32; }

    /// values[p] = the member's part of @p row; zeros where it has none.
    __device__ void read(const void* row, float (&values)[kPacks][kWidth]) const {
        Pack<T, kWidth> read[kPacks];
#pragma unroll
        for (int p = 0; p < kPacks; ++p) {
            if (has(p)) read[p] = loadPack<T, kWidth>(row, element(p));
        }
#pragma unroll
        for (int p = 0; p < kPacks; ++p) {
#pragma unroll
            for (int e = 0; e < kWidth; ++e)
                values[p][e] = has(p) ? toFloat(read[p].elements[e]) : 0.0f;
        }
    }
    /// The same as they lie in memory; nothing where it has none.
    __device__ void readPacks(const T* row, Pack<T, kWidth> (&out)[kPacks]) const {
#pragma unroll
        for (int p = 0; p < kPacks; ++p) {
            if (has(p)) out[p] = loadPack<T, kWidth>(row, element(p));
        }
    }
    __device__ void write(void* row, const float (&values)[kPacks][kWidth]) const {
#pragma unroll
        for (int p = 0; p < kPacks; ++p) {
            if (has(p)) storePack(row, element(p), packOf<T>(values[p]));
        }
    }
    /// A gradient of the row's input, rounded; @p add: to what is there.
    /// @param of float(p, e, gamma): that of element e of pack p.
    template <class Gradient>
    __device__ void writeGradient(T* dIn, const void* gamma, bool add, const Gradient& of) const {
#pragma unroll
        for (int p = 0; p < kPacks; ++p) {
            if (!has(p)) continue;
            const Pack<T, kWidth> weights = loadPack<T, kWidth>(gamma, element(p));
            Pack<T, kWidth> out;
            if (add) out = loadPack<T, kWidth>(dIn, element(p));
#pragma unroll
            for (int e = 0; e < kWidth; ++e) {
                const float dX = of(p, e, toFloat(weights.elements[e]));
                out.elements[e] = fromFloat<T>(add ? toFloat(out.elements[e]) + dX : dX);
            }
            storePack(dIn, element(p), out);
        }
    }
    /// Adds the sums of the block's teams up in order: out[i] = Σ over teams of element i.
    /// @param staging kStagedSums floats, when there are several teams.
    __device__ void leaveSums(const float (&values)[kPacks][kWidth], float* staging,
                              float* out) const {
        const int teams = static_cast<int>(blockDim.x) / threads;
        for (int t = 0; t < teams; ++t) {
            if (t == static_cast<int>(threadIdx.x) / threads) {
#pragma unroll
                for (int p = 0; p < kPacks; ++p) {
#pragma unroll
                    for (int e = 0; e < kWidth; ++e) {
                        float sum = values[p][e];
                        float& place = staging[(p * kWidth + e) * threads + member];
                        if (t > 0) sum = place + sum;
                        if (t + 1 < teams) place = sum;
                        if (t + 1 == teams && has(p)) out[element(p) + e] = sum;
                    }
                }
            }
            if (teams > 1) __syncthreads();
        }
    }
};

/// Elements of a row that kernels read at once. @param aligned whether all tensors are, to 16 bytes.
inline int rowWidth(core::DType dtype, int64_t hidden, bool aligned) {
    const auto pack = static_cast<int>(16 / elementBytes(dtype));
    return aligned && hidden % pack == 0 ? pack : 1;
}

// Forward kernels, a team a row.

inline constexpr int kForwardPacks = 4;      // that a member holds
inline constexpr int kForwardThreads = 256;  // of a block, unless a team is larger

/// The row of this thread's team; one that does not exist reads the first.
struct TeamRow {
    int64_t row;
    bool active;
    int64_t first;  ///< element

    __device__ TeamRow(int teamThreads, int64_t rows, int64_t hidden)
        : row(int64_t{blockIdx.x} * (blockDim.x / teamThreads) + threadIdx.x / teamThreads),
          active(row < rows),
          first((active ? row : 0) * hidden) {}
};

/// @param aligned whether all tensors are, to 16 bytes.
template <class Args>
cudaError_t launchRows(const KernelByType& kernels, cudaStream_t stream, Args args, bool aligned) {
    args.teamThreads =
        teamThreadsFor(args.hidden, rowWidth(args.dtype, args.hidden, aligned), kForwardPacks);
    if (args.teamThreads == 0) return cudaErrorInvalidValue;
    const int threads = std::max(args.teamThreads, kForwardThreads);
    return launchKernel(kernels.of(args.dtype), ceilDiv(args.rows, threads / args.teamThreads),
                        threads, args, stream);
}

// Backward kernels whose blocks each take a chunk of rows and keep sums of columns in registers.

inline constexpr int kChunkThreads = 256;   // of a block, unless a team is larger
inline constexpr int kWideThreads = 512;    // of the next larger team
inline constexpr int64_t kRowChunks = 396;  // three blocks on each of 132 multiprocessors
inline constexpr int kChunkElements = 16;   // of a row, a thread
inline constexpr int kStagedSums = kChunkThreads / 2 * kChunkElements;

/// Threads of a team that keeps sums of columns; 0 when hidden is too large.
inline int chunkTeam(int64_t hidden) { return teamThreadsFor(hidden, 1, kChunkElements); }
/// Chunks that @p rows are cut into at most: a function of the shape alone.
inline int64_t rowChunks(int64_t rows, int64_t hidden) {
    const int team = chunkTeam(hidden);
    const int64_t teams = std::max(1, kChunkThreads / std::max(team, 1));
    return team == 0 ? 0 : std::min(kRowChunks, ceilDiv(rows, teams));
}
template <class T, class... Pointer>
__device__ bool rowsArePacked(int64_t hidden, const Pointer*... pointers) {
    return hidden % kPackOf<T> == 0 && aligned16(pointers...);
}

/// Calls body(row) for the rows of this block's chunk, each team its own; rows that do not exist are
/// given as @p rows, so that all teams meet at the same barriers.
template <class Body>
__device__ void forEachChunkRow(int64_t rows, int64_t rowsPerChunk, int teamThreads,
                                const Body& body) {
    const int teams = static_cast<int>(blockDim.x) / teamThreads;
    const int64_t begin = blockIdx.x * rowsPerChunk;
    for (int64_t i = 0; i < rowsPerChunk; i += teams) {
        const int64_t row = i + threadIdx.x / teamThreads;
        body(row < rowsPerChunk && begin + row < rows ? begin + row : rows);
    }
}

/// A chunk kernel by how many threads its blocks have at most: kChunkThreads, kWideThreads, kRowThreads.
struct ChunkKernels {
    const KernelByType &narrow, &wide, &widest;

    const KernelByType& of(int threads) const {
        if (threads <= kChunkThreads) return narrow;
        return threads <= kWideThreads ? wide : widest;
    }
};

/// Starts a chunk kernel. @return its chunks in @p chunks.
template <class Args>
cudaError_t launchChunks(const ChunkKernels& kernels, cudaStream_t stream, Args args,
                         int64_t& chunks) {
    args.teamThreads = chunkTeam(args.hidden);
    if (args.teamThreads == 0) return cudaErrorInvalidValue;
    args.rowsPerChunk = ceilDiv(args.rows, std::max<int64_t>(1, rowChunks(args.rows, args.hidden)));
    chunks = ceilDiv(args.rows, args.rowsPerChunk);
    const int threads = std::max(args.teamThreads, kChunkThreads);
    return launchKernel(kernels.of(threads).of(args.dtype), chunks, threads, args, stream);
}

}  // namespace shardscope::gpu
