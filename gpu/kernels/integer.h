#pragma once
// The conformance model, whose sums are exact.

#include "gpu/kernels/launch.h"
#include "gpu/kernels/math/gradient.h"

namespace shardscope::gpu {

/// *loss = mean of weight's elements, summed in fp32 in element order; added to it unless @p first.
struct IntegerForwardArgs {
    const void* weight;
    float* loss;
    int64_t elements;
    bool first;
    core::DType dtype;
};
/// dWeight[i] ← conformanceGradient(parameter, i, sample).
struct IntegerBackwardArgs {
    GradientTarget dWeight;
    int64_t elements;
    int64_t sample;
    int32_t parameter;
};

cudaError_t launchIntegerForward(cudaStream_t stream, const IntegerForwardArgs& args);
cudaError_t launchIntegerBackward(cudaStream_t stream, const IntegerBackwardArgs& args);

}  // namespace shardscope::gpu
