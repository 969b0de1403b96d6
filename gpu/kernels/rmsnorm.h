#pragma once
// Root-mean-square normalisation. Source: Zhang and Sennrich, arXiv 1910.07467.

#include "gpu/kernels/column_sum.h"

namespace shardscope::gpu {

/// out = in·rstd·gamma by rows, rstd = 1/sqrt(mean(in²) + epsilon).
struct RmsNormForwardArgs {
    const void* in;
    const void* gamma;
    void* out;
    float* rstd;
    int64_t rows, hidden;
    float epsilon;
    core::DType dtype;
    int teamThreads;  ///< threads a row; set by the launcher
};
/// dIn = or += the input's gradient; dGamma by two stages.
struct RmsNormBackwardArgs {
    const void* dOut;
    const void* in;
    const void* gamma;
    const float* rstd;
    void* dIn;
    GradientTarget dGamma;
    float* scratch;  ///< scratchBytes(args)
    int64_t rows, hidden;
    bool addToInput;
    core::DType dtype;  ///< of dOut, in, gamma and dIn
    // Set by the launcher:
    int teamThreads;
    int64_t rowsPerChunk;
};
int64_t scratchBytes(const RmsNormBackwardArgs& args);

/// Errors: as launchLayerNormForward and launchLayerNormBackward.
cudaError_t launchRmsNormForward(cudaStream_t stream, const RmsNormForwardArgs& args);
cudaError_t launchRmsNormBackward(cudaStream_t stream, const RmsNormBackwardArgs& args);

}  // namespace shardscope::gpu
