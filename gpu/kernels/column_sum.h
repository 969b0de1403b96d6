#pragma once
// The second stage of sums over rows: partial sums of chunks of rows to a gradient.

#include "gpu/kernels/launch.h"
#include "gpu/kernels/math/gradient.h"

namespace shardscope::gpu {

/// target[c] ← Σ over chunks of partials[chunk·stride + c], for c < columns. kColumnSumTeams teams add
/// every kColumnSumTeams-th chunk, in order; then the teams' sums are added in order.
struct ColumnSumArgs {
    const float* partials;
    int64_t chunks, columns, stride;
    GradientTarget target;
};
inline constexpr int kColumnSumTeams = 8;

cudaError_t launchColumnSum(cudaStream_t stream, const ColumnSumArgs& args);

}  // namespace shardscope::gpu
