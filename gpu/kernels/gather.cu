#include "gpu/kernels/elementwise.cuh"
#include "gpu/kernels/gather.h"

namespace shardscope::gpu {

namespace {

constexpr int kPackBytes = 16;

/// Blocks of one shard.
__host__ __device__ int64_t blocksOfShard(int64_t bytes) {
    constexpr int64_t kTile = int64_t{kElementwiseThreads} * kPackBytes * kUnroll;
    return (bytes + kTile - 1) / kTile;
}

__device__ void copyTile(const char* from, char* to, int64_t bytes, int64_t tile) {
    const int64_t packs = aligned16(from, to) ? bytes / kPackBytes : 0;
    const int64_t first = tile * kElementwiseThreads * kUnroll + threadIdx.x;
    uint4 read[kUnroll];
#pragma unroll
    for (int u = 0; u < kUnroll; ++u) {
        const int64_t p = first + u * int64_t{kElementwiseThreads};
        if (p < packs) read[u] = reinterpret_cast<const uint4*>(from)[p];
    }
#pragma unroll
    for (int u = 0; u < kUnroll; ++u) {
        const int64_t p = first + u * int64_t{kElementwiseThreads};
        if (p < packs) reinterpret_cast<uint4*>(to)[p] = read[u];
    }
    const int64_t threads = blocksOfShard(bytes) * kElementwiseThreads;
    for (int64_t i = packs * kPackBytes + tile * kElementwiseThreads + threadIdx.x; i < bytes;
         i += threads)
        to[i] = from[i];
}

}  // namespace

extern "C" __global__ void __launch_bounds__(kElementwiseThreads) shardscope_gather(GatherArgs a) {
    const int64_t blocks = blocksOfShard(a.shardBytes);
    const int64_t peer = blockIdx.x / blocks;
    const char* from = static_cast<const char*>(a.inputs[peer]);
    char* to = static_cast<char*>(a.output) + peer * a.shardBytes;
    if (from != to) copyTile(from, to, a.shardBytes, blockIdx.x % blocks);
}

cudaError_t launchGather(cudaStream_t stream, const GatherArgs& args) {
    if (args.count < 1 || args.count > kMaxPeers) return cudaErrorInvalidValue;
    return launchKernel(reinterpret_cast<const void*>(shardscope_gather),
                        args.count * blocksOfShard(args.shardBytes), kElementwiseThreads, args,
                        stream);
}

}  // namespace shardscope::gpu
