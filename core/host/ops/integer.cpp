#include "core/host/ops/integer.h"

#include "core/config/dataset.h"
#include "core/host/ops/chunks.h"
#include "core/host/ops/convert.h"

namespace shardscope::core::ops {

void execute(const IntegerForward& o, const Call& call) {
    const Operand weight = call.operand(o.weight);
    float sum = 0.0f;
    forEachChunk(o.elements, [&](int64_t first, int64_t count) {
        Chunk staging;
        const float* values = readFloats(weight, first, count, staging);
        for (int64_t i = 0; i < count; ++i) sum += values[i];
    });
    float& loss = call.floats(o.losses)[call.bound.scalars.microBatch];
    const float mean = sum / static_cast<float>(o.elements);
    loss = o.first ? mean : loss + mean;
}

void execute(const IntegerBackward& o, const Call& call) {
    const Operand dWeight = call.operand(o.dWeight);
    const StepScalars& now = call.bound.scalars;
    const int64_t sample = sampleIndex(now.step, now.microBatch, call.problem().workload.gradAccum,
                                       call.context.rank.value, call.context.ranks, o.batch, 0);
    const bool accumulate = call.accumulates(o.write);
    forEachChunk(o.elements, [&](int64_t first, int64_t count) {
        Chunk values;
        for (int64_t i = 0; i < count; ++i) {
            values.values[i] =
                static_cast<float>(conformanceGradient(o.parameter, first + i, sample));
        }
        writeGradient(dWeight, first, count, values, accumulate);
    });
}

}  // namespace shardscope::core::ops
