#pragma once
// Sums over the ranks of one GPU: reduce-scatter, all-reduce and reduce by reading peers' buffers.

#include "gpu/kernels/launch.h"

namespace shardscope::gpu {

inline constexpr int kMaxPeers = 32;

/// outputs[o][i] = inputs[0][i] + inputs[1][i] + … for i < elements: floats in fp32 in rank order,
/// rounded once; int32 exactly, wrapping around. Outputs may be inputs, element by element.
/// Reduce-scatter: one output, inputs offset to the caller's slice. All-reduce: every rank sums its
/// slice into all ranks' outputs. Reduce: into the root's output.
struct RankSumArgs {
    const void* inputs[kMaxPeers];
    void* outputs[kMaxPeers];
    int inputCount, outputCount;
    int64_t elements;
    core::DType dtype;
};
/// Errors: cudaErrorInvalidValue for counts outside [1, kMaxPeers].
cudaError_t launchRankSum(cudaStream_t stream, const RankSumArgs& args);

}  // namespace shardscope::gpu
