#pragma once
// Rotary position embedding. Source: Su et al., arXiv 2104.09864, half-split as Hugging Face's llama.

#include <span>

#include "gpu/kernels/launch.h"

namespace shardscope::gpu {

/// Columns i and i + columns/2 of each head of in[rows, heads·columns] turn by position · frequency[i],
/// position = row mod sequence; the other way round with @p inverse. out may be in.
struct RopeArgs {
    const void* in;
    void* out;
    float* scratch;  ///< scratchBytes(args): cosines, then sines, [sequence, columns/2] each
    int64_t rows, sequence, heads, columns;
    bool inverse;
    core::DType dtype;
};
int64_t scratchBytes(const RopeArgs& args);

inline constexpr int kMaxFrequencies = 128;
/// What the kernel that fills scratch takes.
struct RopeTableArgs {
    double frequencies[kMaxFrequencies];
    float* table;
    int64_t sequence, half;
    double scale;
};

/// @param frequencies columns/2 of them, in radians a token. @param scale of cosines and sines (YaRN's
/// attention factor).
/// Errors: cudaErrorInvalidValue when columns is not twice their number, or there are more than
/// kMaxFrequencies.
cudaError_t launchRope(cudaStream_t stream, const RopeArgs& args,
                       std::span<const double> frequencies, double scale = 1.0);

}  // namespace shardscope::gpu
