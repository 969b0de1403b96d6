#include "core/host/ops/cross_entropy.h"

#include <algorithm>
#include <cmath>

#include "core/base/exponential.h"
#include "core/host/ops/convert.h"
#include "core/host/ops/kernel.h"
#include "core/host/ops/rows.h"
#include "core/host/ops/scratch.h"

namespace shardscope::core::ops {

namespace {

/// out[i] = e^(logits[i] - logSumExp)·factor.
SHARDSCOPE_KERNEL void scaledSoftmax(const float* logits, float logSumExp, float factor, float* out,
                                     int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) {
        out[i] = exponential(logits[i] - logSumExp) * factor;
    }
}

double gradientFactor(const CrossEntropyBackward& o, const Call& call) {
    const auto terms = static_cast<double>(call.problem().workload.gradAccum) *
                       static_cast<double>(call.context.ranks) * static_cast<double>(o.rows);
    return call.bound.scalars.lossScale / terms;
}

}  // namespace

void execute(const CrossEntropyForward& o, const Call& call) {
    const Operand logits = call.operand(o.logits);
    const int32_t* targets = call.integers(o.targets);
    float* logSumExps = call.floats(o.logSumExp);
    float* staging = scratch(Scratch::RowIn, o.vocab);
    double total = 0.0;
    for (int64_t row = 0; row < o.rows; ++row) {
        const float* values = readFloats(logits, row * o.vocab, o.vocab, staging);
        const float largest = maximumOf(values, o.vocab);
        const float sum = sumExponentials(values, largest, o.vocab);
        logSumExps[row] = largest + std::log(sum);
        total += static_cast<double>(logSumExps[row] - values[targets[row]]);
    }
    call.floats(o.losses)[call.bound.scalars.microBatch] =
        static_cast<float>(total / static_cast<double>(o.rows));
}

void execute(const CrossEntropyBackward& o, const Call& call) {
    const Operand logits = call.operand(o.logits), dLogits = call.operand(o.dLogits);
    const int32_t* targets = call.integers(o.targets);
    const float* logSumExps = call.floats(o.logSumExp);
    const auto factor = static_cast<float>(gradientFactor(o, call));
    float* staging = scratch(Scratch::RowIn, o.vocab);
    float* results = scratch(Scratch::RowOut, o.vocab);
    for (int64_t row = 0; row < o.rows; ++row) {
        const int64_t first = row * o.vocab;
        const float* values = readFloats(logits, first, o.vocab, staging);
        float* target = outputFloats(dLogits, first, results);
        scaledSoftmax(values, logSumExps[row], factor, target, o.vocab);
        target[targets[row]] -= factor;
        storeFloats(dLogits, first, o.vocab, target);
        if (!o.dLogProbabilities.valid()) continue;
        float* dLogProbabilities = call.floats(o.dLogProbabilities) + first;
        std::fill_n(dLogProbabilities, o.vocab, 0.0f);
        dLogProbabilities[targets[row]] = -factor;
    }
}

}  // namespace shardscope::core::ops
