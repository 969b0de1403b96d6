#pragma once
// Causal multi-head attention with stored probabilities. Several query heads may share a key head.

#include "gpu/kernels/launch.h"

namespace shardscope::gpu {

/// Sizes of one attention. q and out have heads·headSize columns a token, k and v kvHeads·headSize;
/// heads is a multiple of kvHeads.
struct AttentionShape {
    int64_t batch, sequence;
    int heads, kvHeads, headSize;
};
/// Tokens' rows inside a wider tensor: row t starts at address + t·stride elements.
struct TokenRows {
    void* address;
    int64_t stride;
};

/// probabilities[B,H,T,T] = softmax of q·k/sqrt(headSize) over the keys up to the query, rounded; zeros
/// after it. out = probabilities·v.
struct AttentionForwardArgs {
    TokenRows q, k, v, out;
    void* probabilities;
    AttentionShape shape;
    core::DType dtype;
};
/// dScores[B,H,T,T] is written; dQ, dK and dV are overwritten.
struct AttentionBackwardArgs {
    TokenRows dOut, q, k, v, dQ, dK, dV;
    const void* probabilities;
    void* dScores;
    AttentionShape shape;
    core::DType dtype;
};

inline constexpr int kLargestHead = 256;

/// Errors: cudaErrorInvalidValue for headSize above kLargestHead or heads that kvHeads does not divide.
cudaError_t launchAttentionForward(cudaStream_t stream, const AttentionForwardArgs& args);
cudaError_t launchAttentionBackward(cudaStream_t stream, const AttentionBackwardArgs& args);

}  // namespace shardscope::gpu
