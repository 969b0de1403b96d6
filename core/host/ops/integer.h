#pragma once
// The conformance model, whose sums are exact. Internal to core/host/ops.

#include "core/host/ops/operand.h"

namespace shardscope::core::ops {

/// 0 … 7: what sample @p sample contributes to element @p element of a parameter's gradient. Integer
/// arithmetic of 32 bits, so that every device computes it alike.
constexpr int32_t conformanceGradient(ParameterId parameter, int64_t element, int64_t sample) {
    uint32_t bits = static_cast<uint32_t>(element) * 0x9e3779b1u +
                    static_cast<uint32_t>(sample) * 0x85ebca77u +
                    static_cast<uint32_t>(parameter.value) * 0xc2b2ae3du;
    bits ^= bits >> 15;
    bits *= 0x2c1b3c6du;
    bits ^= bits >> 13;
    return static_cast<int32_t>(bits & 7u);
}

void execute(const IntegerForward& operation, const Call& call);
void execute(const IntegerBackward& operation, const Call& call);

}  // namespace shardscope::core::ops
