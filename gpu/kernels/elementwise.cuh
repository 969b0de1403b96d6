#pragma once
// The loop of every kernel that treats elements one by one: 16-byte accesses, several in flight.

#include "gpu/kernels/launch.h"
#include "gpu/kernels/vector.cuh"

namespace shardscope::gpu {

inline constexpr unsigned kElementwiseThreads = 256;
/// Packs that a thread reads before it uses the first.
inline constexpr int kUnroll = 4;

/// Blocks that cover @p elements, @p width of them an access.
inline int64_t elementwiseBlocks(int64_t elements, int width, int unroll = kUnroll) {
    return ceilDiv(elements, int64_t{kElementwiseThreads} * width * unroll);
}

/// Body: `Body::kWidth` elements an access; `Inputs load(int64_t element)` reads one pack's worth at
/// @p element, a multiple of kWidth; `void store(int64_t element, const Inputs&)` computes and
/// writes; `void one(int64_t element)` does a single element. Every element is done once.
/// @param aligned whether packs may be used: all addresses are multiples of 16.
template <int kDepth = kUnroll, class Body>
__device__ __forceinline__ void forEachElement(int64_t elements, bool aligned, const Body& body) {
    constexpr int W = Body::kWidth;
    const int64_t packs = aligned ? elements / W : 0;
    const int64_t tile = int64_t{kElementwiseThreads} * kDepth;
    for (int64_t first = blockIdx.x * tile; first < packs; first += gridDim.x * tile) {
        typename Body::Inputs inputs[kDepth];
        const int64_t pack = first + threadIdx.x;
        if (first + tile <= packs) {
#pragma unroll
            for (int u = 0; u < kDepth; ++u)
                inputs[u] = body.load((pack + u * int64_t{kElementwiseThreads}) * W);
#pragma unroll
            for (int u = 0; u < kDepth; ++u)
                body.store((pack + u * int64_t{kElementwiseThreads}) * W, inputs[u]);
        } else {
            for (int64_t p = pack; p < packs; p += kElementwiseThreads)
                body.store(p * W, body.load(p * W));
        }
    }
    const int64_t thread = int64_t{blockIdx.x} * kElementwiseThreads + threadIdx.x;
    const int64_t threads = int64_t{gridDim.x} * kElementwiseThreads;
    for (int64_t i = packs * W + thread; i < elements; i += threads) body.one(i);
}

}  // namespace shardscope::gpu
