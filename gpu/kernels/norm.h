#pragma once
// The gradient norm and the clip factor.

#include "gpu/kernels/launch.h"
#include "gpu/kernels/math/norm_tree.h"

namespace shardscope::gpu {

/// *partial = Σ tensor[i]² in fp32, by the tree of math/norm_tree.h.
struct SquaredNormArgs {
    const void* tensor;
    float* partial;
    float* scratch;  ///< scratchBytes(args)
    int64_t elements;
    core::DType dtype;
};
int64_t scratchBytes(const SquaredNormArgs& args);

/// rankSums[r] = partials[r·buckets] + … in order, for r < rankSlots.
struct SumPartialsArgs {
    const float* partials;
    float* rankSums;
    int64_t buckets, rankSlots;
};
/// scalars = {norm after unscaling, factor, overflow}: factor = min(1, clip/(norm + 1e-6)) / lossScale;
/// clip 0: 1/lossScale.
struct ClipFactorArgs {
    const float* rankSums;
    float* scalars;
    int64_t rankSlots;
    double clip, lossScale;
};

cudaError_t launchSquaredNorm(cudaStream_t stream, const SquaredNormArgs& args);
cudaError_t launchSumPartials(cudaStream_t stream, const SumPartialsArgs& args);
cudaError_t launchClipFactor(cudaStream_t stream, const ClipFactorArgs& args);

}  // namespace shardscope::gpu
