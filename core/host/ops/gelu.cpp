#include "core/host/ops/gelu.h"

#include "core/base/exponential.h"
#include "core/host/ops/chunks.h"
#include "core/host/ops/convert.h"
#include "core/host/ops/kernel.h"

namespace shardscope::core::ops {

namespace {

// x/2·(1 + tanh u) = x / (1 + e^(-2u)) with u = sqrt(2/π)·(x + 0.044715·x³). This form keeps its
// relative accuracy for negative x, where 1 + tanh u cancels.
constexpr float kTwoSqrt2OverPi = 1.59576912f;
constexpr float kCubic = 0.044715f;

/// e^(-2u).
[[gnu::always_inline]] inline float decay(float x) {
    return exponential(-kTwoSqrt2OverPi * (x + kCubic * (x * x * x)));
}

SHARDSCOPE_KERNEL void gelu(const float* in, float* out, int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) out[i] = in[i] / (1.0f + decay(in[i]));
}

SHARDSCOPE_KERNEL void geluGradient(const float* dOut, const float* in, float* dIn,
                                    int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) {
        const float x = in[i];
        const float tail = decay(x);
        const float share = 1.0f / (1.0f + tail);
        const float slope = kTwoSqrt2OverPi * (1.0f + 3.0f * kCubic * (x * x));
        dIn[i] = dOut[i] * (share + x * slope * (share * (tail * share)));
    }
}

}  // namespace

void execute(const GeluForward& o, const Call& call) {
    const Operand in = call.operand(o.in), out = call.operand(o.out);
    forEachChunk(o.elements, [&](int64_t first, int64_t count) {
        Chunk values, results;
        float* target = outputFloats(out, first, results);
        gelu(readFloats(in, first, count, values), target, count);
        storeFloats(out, first, count, target);
    });
}

void execute(const GeluBackward& o, const Call& call) {
    const Operand dOut = call.operand(o.dOut), in = call.operand(o.in), dIn = call.operand(o.dIn);
    forEachChunk(o.elements, [&](int64_t first, int64_t count) {
        Chunk gradients, values, results;
        float* target = outputFloats(dIn, first, results);
        geluGradient(readFloats(dOut, first, count, gradients),
                     readFloats(in, first, count, values), target, count);
        storeFloats(dIn, first, count, target);
    });
}

}  // namespace shardscope::core::ops
