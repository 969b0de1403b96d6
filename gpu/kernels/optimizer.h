#pragma once
// Parameter updates of one bucket range, with the upcast of gradients and the rounding of the working
// weights in registers.

#include <span>

#include "gpu/kernels/launch.h"
#include "gpu/kernels/math/optimizer.h"

namespace shardscope::gpu {

/// Elements [begin, end) of the range belong to parameters that are updated alike. begin is a
/// multiple of 4; what no range covers (padding) is left alone.
struct UpdateRange {
    int64_t begin, end;
    bool decay;
};
/// Ranges of one launch; more are several launches.
inline constexpr int kUpdateRanges = 64;

struct UpdateTensors {
    const void* gradient;
    const float* factor;  ///< what gradients are multiplied with: clipping and unscaling
    void* weights;        ///< working copy, rounded from master; fp32: the only one
    float* master;        ///< nullptr for fp32 weights
    float* momentum;
    core::DType gradientDtype, weightsDtype;
};
struct AdamWArgs {
    UpdateTensors tensors;
    float* variance;
    AdamWConstants constants;
    // Set by the launcher:
    int64_t first;  ///< element that block 0 starts at
    int count;
    UpdateRange ranges[kUpdateRanges];
};
struct SgdArgs {
    UpdateTensors tensors;
    SgdConstants constants;
    int64_t first;
    int count;
    UpdateRange ranges[kUpdateRanges];
};

/// @param ranges ordered and disjoint. Errors: cudaErrorInvalidValue when fp32 weights have a master
/// copy or 16-bit weights have none.
cudaError_t launchAdamW(cudaStream_t stream, AdamWArgs args, std::span<const UpdateRange> ranges);
cudaError_t launchSgdMomentum(cudaStream_t stream, SgdArgs args,
                              std::span<const UpdateRange> ranges);

}  // namespace shardscope::gpu
