#pragma once
// SwiGLU: silu(gate)·up, silu(x) = x / (1 + e^-x). Source: Shazeer, arXiv 2002.05202.

#include "gpu/kernels/math/exponential.h"

namespace shardscope::gpu {

/// e^-x.
template <class T>
SHARDSCOPE_HD float siluDecay(float x) {
#if defined(__CUDA_ARCH__)
    // As geluDecay: neither infinity nor a quotient beyond 2^126.
    if constexpr (sizeof(T) == 2) return exponentialFor<T>(x < -87.0f ? 87.0f : -x);
#endif
    return exponentialFor<T>(-x);
}

template <class T>
SHARDSCOPE_HD float swiGlu(float gate, float up) {
    return quotientFor<T>(gate, 1.0f + siluDecay<T>(gate)) * up;
}

struct SwiGluGradients {
    float gate, up;
};
/// With s = 1/(1 + e^-x): silu'(x) = s·(1 + x·(1 - s)), and 1 - s = e^-x·s keeps its accuracy.
template <class T>
SHARDSCOPE_HD SwiGluGradients swiGluGradients(float dOut, float gate, float up) {
    const float tail = siluDecay<T>(gate);
    const float share = quotientFor<T>(1.0f, 1.0f + tail);
    return {dOut * up * (share * (1.0f + gate * (tail * share))), dOut * (gate * share)};
}

}  // namespace shardscope::gpu
