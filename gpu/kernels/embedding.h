#pragma once
// Token and position embeddings, and their gradients without float atomics.

#include "gpu/kernels/launch.h"
#include "gpu/kernels/math/gradient.h"

namespace shardscope::gpu {

/// out[row] = tokenTable[tokens[row]] (+ positionTable[row mod sequence] unless nullptr), row < rows.
struct EmbeddingForwardArgs {
    const int32_t* tokens;
    const void* tokenTable;
    const void* positionTable;
    void* out;
    int64_t rows, sequence, hidden;
    core::DType dtype;
};
/// dTable[token] ← Σ of dOut[row] over rows of that token, in row order, in fp32, rounded once.
struct TokenEmbeddingBackwardArgs {
    const int32_t* tokens;
    const void* dOut;
    GradientTarget dTable;
    int32_t* scratch;  ///< scratchBytes(args): [vocab + 1] first places, then [rows] rows by token
    int64_t rows, hidden, vocab;
    core::DType dtype;  ///< of dOut
};
int64_t scratchBytes(const TokenEmbeddingBackwardArgs& args);
/// dTable[t] ← Σ over batch of dOut[batch·sequence + t].
struct PositionEmbeddingBackwardArgs {
    const void* dOut;
    GradientTarget dTable;
    int64_t batch, sequence, hidden;
    core::DType dtype;
};

/// Errors (backward): cudaErrorInvalidValue for 2^31 rows or more.
cudaError_t launchEmbeddingForward(cudaStream_t stream, const EmbeddingForwardArgs& args);
cudaError_t launchTokenEmbeddingBackward(cudaStream_t stream,
                                         const TokenEmbeddingBackwardArgs& args);
cudaError_t launchPositionEmbeddingBackward(cudaStream_t stream,
                                            const PositionEmbeddingBackwardArgs& args);

}  // namespace shardscope::gpu
