#pragma once
// Layer normalisation, forward and backward.

#include "gpu/kernels/column_sum.h"

namespace shardscope::gpu {

inline constexpr float kLayerNormEpsilon = 1e-5f;

/// out = (in - mean)·rstd·gamma + beta by rows; mean, rstd [rows].
struct LayerNormForwardArgs {
    const void* in;
    const void* gamma;
    const void* beta;
    void* out;
    float* mean;
    float* rstd;
    int64_t rows, hidden;
    core::DType dtype;
    int teamThreads;  ///< threads a row; set by the launcher
};
/// dIn = or += the input's gradient; dGamma, dBeta by two stages.
struct LayerNormBackwardArgs {
    const void* dOut;
    const void* in;
    const void* gamma;
    const float* mean;
    const float* rstd;
    void* dIn;
    GradientTarget dGamma, dBeta;
    float* scratch;  ///< scratchBytes(args)
    int64_t rows, hidden;
    bool addToInput;
    core::DType dtype;  ///< of dOut, in, gamma and dIn
    // Set by the launcher:
    int teamThreads;
    int64_t rowsPerChunk;
};
/// Sums that each block of the backward leaves: dGamma's in [chunk][0][hidden], dBeta's in [chunk][1][hidden].
int64_t scratchBytes(const LayerNormBackwardArgs& args);

/// Errors: cudaErrorInvalidValue when a row does not fit in a block's registers: hidden above 16384;
/// forward above 4096 when it is no multiple of 8 (fp32: of 4).
cudaError_t launchLayerNormForward(cudaStream_t stream, const LayerNormForwardArgs& args);
cudaError_t launchLayerNormBackward(cudaStream_t stream, const LayerNormBackwardArgs& args);

}  // namespace shardscope::gpu
