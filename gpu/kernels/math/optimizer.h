#pragma once
// One element's parameter update.

#include "gpu/kernels/math/host_device.h"

namespace shardscope::gpu {

/// AdamW's constants of one update. Source: Loshchilov and Hutter, arXiv 1711.05101, in PyTorch's
/// order of operations.
struct AdamWConstants {
    float keepDecayed;  ///< 1 - learning rate · decay, for parameters with decay
    float beta1, beta2;
    float rest1, rest2;    ///< 1 - beta
    float stepSize;        ///< learning rate / (1 - beta1^t)
    float rootCorrection;  ///< 1 / sqrt(1 - beta2^t)
    float epsilon;
};

struct AdamWState {
    float weight, momentum, variance;
};

/// @param gradient after clipping and unscaling. @param keep the weight's factor: keepDecayed or 1.
SHARDSCOPE_HD AdamWState adamW(const AdamWConstants& c, float keep, float gradient, AdamWState s) {
    const float m = c.beta1 * s.momentum + c.rest1 * gradient;
    const float v = c.beta2 * s.variance + c.rest2 * (gradient * gradient);
#if defined(__CUDA_ARCH__)
    const float root = __fsqrt_rn(v);
#else
    const float root = __builtin_sqrtf(v);
#endif
    const float denominator = root * c.rootCorrection + c.epsilon;
    return {s.weight * keep - c.stepSize * (m / denominator), m, v};
}

struct SgdConstants {
    float keepMomentum;
    float learningRate;
};
struct SgdState {
    float weight, momentum;
};
SHARDSCOPE_HD SgdState sgdMomentum(const SgdConstants& c, float gradient, SgdState s) {
    const float m = c.keepMomentum * s.momentum + gradient;
    return {s.weight - c.learningRate * m, m};
}

}  // namespace shardscope::gpu
