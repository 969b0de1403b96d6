#pragma once
// e^x and quotients as kernels take them: the host's where the result is fp32.

#include "core/base/exponential.h"
#include "gpu/kernels/math/element.h"

namespace shardscope::gpu {

using core::exponential;

/// e^x for results that are rounded to T. fp32 takes exponential(); the 16-bit types, whose unit is
/// 2^-8 or 2^-11, take the GPU's own exponential (error below 2e-6 for |x| < 16), because plain
/// arithmetic would be slower than their memory.
template <class T>
SHARDSCOPE_HD float exponentialFor(float x) {
#if defined(__CUDA_ARCH__)
    if constexpr (sizeof(T) == 2) return __expf(x);
#endif
    return exponential(x);
}

/// a / b for results that are rounded to T, likewise.
template <class T>
SHARDSCOPE_HD float quotientFor(float a, float b) {
#if defined(__CUDA_ARCH__)
    if constexpr (sizeof(T) == 2) return __fdividef(a, b);
#endif
    return a / b;
}

}  // namespace shardscope::gpu
