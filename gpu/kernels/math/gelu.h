#pragma once
// GELU in its tanh form. Source: GPT-2's gelu_new.
//
// x/2·(1 + tanh u) = x / (1 + e^(-2u)) with u = sqrt(2/π)·(x + 0.044715·x³). This form keeps its
// relative accuracy for negative x, where 1 + tanh u cancels.

#include "gpu/kernels/math/exponential.h"

namespace shardscope::gpu {

inline constexpr float kTwoSqrt2OverPi = 1.59576912f;
inline constexpr float kGeluCubic = 0.044715f;

/// e^(-2u).
template <class T>
SHARDSCOPE_HD float geluDecay(float x) {
    const float exponent = -kTwoSqrt2OverPi * (x + kGeluCubic * (x * x * x));
#if defined(__CUDA_ARCH__)
    // The GPU's own exponential would reach infinity, and its quotient gives zero beyond 2^126.
    if constexpr (sizeof(T) == 2) return exponentialFor<T>(exponent > 87.0f ? 87.0f : exponent);
#endif
    return exponentialFor<T>(exponent);
}

template <class T>
SHARDSCOPE_HD float gelu(float x) {
    return quotientFor<T>(x, 1.0f + geluDecay<T>(x));
}

/// The gradient of x, given @p dOut of gelu(x).
template <class T>
SHARDSCOPE_HD float geluGradient(float dOut, float x) {
    const float tail = geluDecay<T>(x);
    const float share = quotientFor<T>(1.0f, 1.0f + tail);
    const float slope = kTwoSqrt2OverPi * (1.0f + 3.0f * kGeluCubic * (x * x));
    return dOut * (share + x * slope * (share * (tail * share)));
}

}  // namespace shardscope::gpu
