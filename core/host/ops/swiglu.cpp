#include "core/host/ops/swiglu.h"

#include "core/base/exponential.h"
#include "core/host/ops/chunks.h"
#include "core/host/ops/convert.h"
#include "core/host/ops/kernel.h"

namespace shardscope::core::ops {

namespace {

SHARDSCOPE_KERNEL void swiglu(const float* gate, const float* up, float* out, int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) {
        out[i] = gate[i] / (1.0f + exponential(-gate[i])) * up[i];
    }
}

/// With s = 1/(1 + e^-x): silu'(x) = s·(1 + x·(1 - s)), and 1 - s = e^-x·s keeps its accuracy.
SHARDSCOPE_KERNEL void swigluGradients(const float* dOut, const float* gate, const float* up,
                                       float* dGate, float* dUp, int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) {
        const float x = gate[i];
        const float tail = exponential(-x);
        const float share = 1.0f / (1.0f + tail);
        dUp[i] = dOut[i] * (x * share);
        dGate[i] = dOut[i] * up[i] * (share * (1.0f + x * (tail * share)));
    }
}

}  // namespace

void execute(const SwiGluForward& o, const Call& call) {
    const Operand gate = call.operand(o.gate), up = call.operand(o.up), out = call.operand(o.out);
    forEachChunk(o.elements, [&](int64_t first, int64_t count) {
        Chunk gates, ups, results;
        float* target = outputFloats(out, first, results);
        swiglu(readFloats(gate, first, count, gates), readFloats(up, first, count, ups), target,
               count);
        storeFloats(out, first, count, target);
    });
}

void execute(const SwiGluBackward& o, const Call& call) {
    const Operand dOut = call.operand(o.dOut), gate = call.operand(o.gate), up = call.operand(o.up);
    const Operand dGate = call.operand(o.dGate), dUp = call.operand(o.dUp);
    forEachChunk(o.elements, [&](int64_t first, int64_t count) {
        Chunk gradients, gates, ups, gateResults, upResults;
        float* gateTarget = outputFloats(dGate, first, gateResults);
        float* upTarget = outputFloats(dUp, first, upResults);
        swigluGradients(readFloats(dOut, first, count, gradients),
                        readFloats(gate, first, count, gates), readFloats(up, first, count, ups),
                        gateTarget, upTarget, count);
        storeFloats(dGate, first, count, gateTarget);
        storeFloats(dUp, first, count, upTarget);
    });
}

}  // namespace shardscope::core::ops
