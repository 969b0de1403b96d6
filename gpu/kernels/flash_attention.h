#pragma once
// Causal attention tile by tile: no tensor of tokens × tokens.
// Source: Dao et al., arXiv 2205.14135; Dao, arXiv 2307.08691.

#include "gpu/kernels/attention.h"

namespace shardscope::gpu {

/// out = softmax(q·kᵀ/sqrt(headSize))·v; logSumExp[B,H,T] of the scaled scores.
struct FlashForwardArgs {
    TokenRows q, k, v, out;
    float* logSumExp;
    AttentionShape shape;
    core::DType dtype;
};
/// Recomputes probabilities. dQ, dK and dV are overwritten; no atomics, so every run gives the same bits.
struct FlashBackwardArgs {
    TokenRows dOut, q, k, v, out, dQ, dK, dV;
    const float* logSumExp;
    float* scratch;  ///< scratchBytes(args): dOut·out of each query and head
    AttentionShape shape;
    core::DType dtype;
};
int64_t scratchBytes(const FlashBackwardArgs& args);

/// Errors as launchAttentionForward.
cudaError_t launchFlashForward(cudaStream_t stream, const FlashForwardArgs& args);
cudaError_t launchFlashBackward(cudaStream_t stream, const FlashBackwardArgs& args);

}  // namespace shardscope::gpu
