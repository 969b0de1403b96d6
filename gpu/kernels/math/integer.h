#pragma once
// The conformance model's gradient, whose sums are exact.

#include "gpu/kernels/math/host_device.h"

namespace shardscope::gpu {

/// 0 … 7: what sample @p sample contributes to element @p element of a parameter's gradient.
SHARDSCOPE_HD int32_t conformanceGradient(int32_t parameter, int64_t element, int64_t sample) {
    uint32_t bits = static_cast<uint32_t>(element) * 0x9e3779b1u +
                    static_cast<uint32_t>(sample) * 0x85ebca77u +
                    static_cast<uint32_t>(parameter) * 0xc2b2ae3du;
    bits ^= bits >> 15;
    bits *= 0x2c1b3c6du;
    bits ^= bits >> 13;
    return static_cast<int32_t>(bits & 7u);
}

}  // namespace shardscope::gpu
