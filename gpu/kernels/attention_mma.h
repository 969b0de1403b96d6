#pragma once
// Attention on tensor cores, for 16-bit elements and heads of 64 or 128 columns. Internal: the launchers
// of attention.h and flash_attention.h choose.

#include "gpu/kernels/flash_attention.h"

namespace shardscope::gpu {

/// Whether these kernels can do @p args: element type, head size, and 16-byte aligned rows. Stored
/// probabilities also need a sequence that is a multiple of 8.
bool fitsTensorCores(const AttentionForwardArgs& args);
bool fitsTensorCores(const AttentionBackwardArgs& args);
bool fitsTensorCores(const FlashForwardArgs& args);
bool fitsTensorCores(const FlashBackwardArgs& args);

cudaError_t launchForwardMma(cudaStream_t stream, const AttentionForwardArgs& args);
cudaError_t launchForwardMma(cudaStream_t stream, const FlashForwardArgs& args);
/// dQ, with what the keys need of the queries; then dK and dV.
cudaError_t launchQueriesMma(cudaStream_t stream, const AttentionBackwardArgs& args);
cudaError_t launchQueriesMma(cudaStream_t stream, const FlashBackwardArgs& args);
cudaError_t launchKeysMma(cudaStream_t stream, const AttentionBackwardArgs& args);
cudaError_t launchKeysMma(cudaStream_t stream, const FlashBackwardArgs& args);

}  // namespace shardscope::gpu
