#include "core/host/ops/initialise.h"

#include <cstring>

#include "core/host/ops/bucket_parts.h"
#include "core/host/ops/chunks.h"
#include "core/host/ops/convert.h"
#include "core/host/ops/kernel.h"

namespace shardscope::core::ops {

namespace {

/// Mixes 64 bits; a bijection. Source: Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators" (SplitMix64's finaliser and increment).
[[gnu::always_inline]] inline uint64_t mix(uint64_t bits) {
    bits += 0x9e3779b97f4a7c15u;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
    return bits ^ (bits >> 31);
}

[[gnu::always_inline]] inline int32_t sumOfQuarters(uint64_t bits) {
    return static_cast<int32_t>((bits & 0xffffu) + ((bits >> 16) & 0xffffu) +
                                ((bits >> 32) & 0xffffu) + (bits >> 48));
}

/// Draws a numbered stream of normal variates: each the sum of twelve 16-bit uniform ones, whose
/// variance is 2^32 - 1 and whose mean is 12·65535/2. Exact until the last multiplication.
[[gnu::always_inline]] inline float normal(uint64_t stream, int64_t element, float deviation) {
    const uint64_t first = mix(stream + 3 * static_cast<uint64_t>(element));
    const uint64_t second = mix(first);
    const uint64_t third = mix(second);
    const int32_t sum = sumOfQuarters(first) + sumOfQuarters(second) + sumOfQuarters(third);
    return static_cast<float>(sum - 6 * 65535) * (deviation * 0x1p-16f);
}

constexpr uint64_t kIntegerMask = 7;

SHARDSCOPE_KERNEL void fillNormal(uint64_t stream, int64_t first, float deviation, float* out,
                                  int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) out[i] = normal(stream, first + i, deviation);
}

SHARDSCOPE_KERNEL void fillIntegers(uint64_t stream, int64_t first, float* out, int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) {
        const uint64_t bits = mix(stream + static_cast<uint64_t>(first + i));
        out[i] = static_cast<float>(static_cast<int32_t>(bits & kIntegerMask));
    }
}

/// A stream of its own for each seed and parameter.
uint64_t streamOf(uint64_t seed, ParameterId id) {
    return mix(mix(seed) ^ static_cast<uint64_t>(id.value));
}

void fill(const Parameter& parameter, ParameterId id, uint64_t seed, int64_t first, float* out,
          int64_t elements) {
    switch (parameter.initializer) {
        case Initializer::Normal:
            return fillNormal(streamOf(seed, id), first, static_cast<float>(parameter.deviation),
                              out, elements);
        case Initializer::Zeros:
            return static_cast<void>(std::fill_n(out, elements, 0.0f));
        case Initializer::Ones:
            return static_cast<void>(std::fill_n(out, elements, 1.0f));
        case Initializer::Integers:
            return fillIntegers(streamOf(seed, id), first, out, elements);
    }
    broken("unknown initializer");
}

}  // namespace

float initialValue(const Parameter& parameter, ParameterId id, uint64_t seed, int64_t element) {
    float value = 0.0f;
    fill(parameter, id, seed, element, &value, 1);
    return value;
}

void execute(const InitializeWeights& o, const Call& call) {
    const Problem& problem = call.problem();
    const Operand tensor = call.operand(o.tensor);
    std::memset(tensor.address, 0, static_cast<size_t>(o.elements * bytesOf(tensor.dtype)));
    forEachPart(problem.buckets[o.bucket], o.first, o.elements, [&](const BucketPart& part) {
        const Parameter& parameter = problem.graph.parameters[part.parameter.index()];
        forEachChunk(part.elements, [&](int64_t begin, int64_t count) {
            Chunk values;
            fill(parameter, part.parameter, problem.workload.seed, part.inParameter + begin, values,
                 count);
            storeFloats(tensor, part.inRange + begin, count, values);
        });
    });
}

}  // namespace shardscope::core::ops
