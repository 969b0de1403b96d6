#pragma once
// Bias gradients: sums over rows, in two stages, each in a fixed order.

#include "gpu/kernels/column_sum.h"

namespace shardscope::gpu {

/// dBias[c] ← Σ over rows of dOut[row·columns + c], in fp32.
struct BiasGradientArgs {
    const void* dOut;
    GradientTarget dBias;
    float* scratch;  ///< scratchBytes(args)
    int64_t rows, columns;
    core::DType dtype;  ///< of dOut
};
int64_t scratchBytes(const BiasGradientArgs& args);

/// Rows are cut into chunks; a chunk's rows are added by kBiasTeams teams, each in row order, then the
/// teams' sums in order. A function of the shape alone.
inline constexpr int kBiasTeams = 8;
struct RowChunks {
    int64_t chunks, rowsPerChunk;
};
RowChunks chunksOf(const BiasGradientArgs& args);
/// What the kernel of the first stage takes: scratch[chunk·columns + c] = a chunk's sum.
struct BiasPartialArgs {
    BiasGradientArgs operation;
    RowChunks chunks;
    int64_t columnBlocks;
};

cudaError_t launchBiasGradient(cudaStream_t stream, const BiasGradientArgs& args);

}  // namespace shardscope::gpu
