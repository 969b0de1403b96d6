#include "core/host/ops/convert.h"

#include <bit>
#include <cstring>

#include "core/host/ops/chunks.h"
#include "core/host/ops/kernel.h"

namespace shardscope::core::ops {

namespace {

[[gnu::always_inline]] inline float floatOfHalf(uint16_t half) {
    const uint32_t sign = (half & 0x8000u) << 16;
    const uint32_t magnitude = half & 0x7fffu;
    // Exponent bias 15 read with bias 127, put right by an exact multiplication; also subnormals.
    const float finite = std::bit_cast<float>(magnitude << 13) * 0x1p112f;
    const uint32_t special = (magnitude << 13) | 0x7f800000u;
    const uint32_t bits = magnitude >= 0x7c00u ? special : std::bit_cast<uint32_t>(finite);
    return std::bit_cast<float>(bits | sign);
}

[[gnu::always_inline]] inline uint16_t halfOfFloat(float value) {
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    const uint32_t sign = (bits >> 16) & 0x8000u;
    const uint32_t magnitude = bits & 0x7fffffffu;
    const uint32_t odd = (magnitude >> 13) & 1u;
    const uint32_t normal = (magnitude - (112u << 23) + 0xfffu + odd) >> 13;
    // Below 2^-14 the addition of 0.5 leaves the half's subnormal bits, rounded by the CPU.
    const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
    const uint32_t subnormal = std::bit_cast<uint32_t>(shifted) - 0x3f000000u;
    const uint32_t special = magnitude > 0x7f800000u ? 0x7e00u : 0x7c00u;
    uint32_t half = magnitude < 0x38800000u ? subnormal : normal;
    half = magnitude >= 0x47800000u ? special : half;
    return static_cast<uint16_t>(half | sign);
}

[[gnu::always_inline]] inline uint16_t bfloatOfFloat(float value) {
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    const uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
    const uint32_t quietNan = (bits >> 16) | 0x40u;
    return static_cast<uint16_t>((bits & 0x7fffffffu) > 0x7f800000u ? quietNan : rounded);
}

SHARDSCOPE_KERNEL void bfloatsToFloats(const uint16_t* in, float* out, int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) {
        out[i] = std::bit_cast<float>(static_cast<uint32_t>(in[i]) << 16);
    }
}

SHARDSCOPE_KERNEL void halvesToFloats(const uint16_t* in, float* out, int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) out[i] = floatOfHalf(in[i]);
}

SHARDSCOPE_KERNEL void floatsToBfloats(const float* in, uint16_t* out, int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) out[i] = bfloatOfFloat(in[i]);
}

SHARDSCOPE_KERNEL void floatsToHalves(const float* in, uint16_t* out, int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) out[i] = halfOfFloat(in[i]);
}

SHARDSCOPE_KERNEL void addFloats(float* sums, const float* addend, int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) sums[i] = addend[i] + sums[i];
}

}  // namespace

void toFloats(const void* in, DType dtype, float* out, int64_t elements) {
    switch (dtype) {
        case DType::Fp32:
            std::memmove(out, in, static_cast<size_t>(elements) * sizeof(float));
            return;
        case DType::Bf16:
            return bfloatsToFloats(static_cast<const uint16_t*>(in), out, elements);
        case DType::Fp16:
            return halvesToFloats(static_cast<const uint16_t*>(in), out, elements);
        case DType::Int32:
            break;
    }
    broken("an int32 tensor where the host needs a floating-point one");
}

void fromFloats(const float* in, DType dtype, void* out, int64_t elements) {
    switch (dtype) {
        case DType::Fp32:
            std::memmove(out, in, static_cast<size_t>(elements) * sizeof(float));
            return;
        case DType::Bf16:
            return floatsToBfloats(in, static_cast<uint16_t*>(out), elements);
        case DType::Fp16:
            return floatsToHalves(in, static_cast<uint16_t*>(out), elements);
        case DType::Int32:
            break;
    }
    broken("an int32 tensor where the host needs a floating-point one");
}

const float* readFloats(const Operand& operand, int64_t first, int64_t elements, float* staging) {
    if (operand.dtype == DType::Fp32) return operand.as<const float>() + first;
    toFloats(operand.at(first), operand.dtype, staging, elements);
    return staging;
}

float* outputFloats(const Operand& operand, int64_t first, float* staging) {
    return operand.dtype == DType::Fp32 ? operand.as<float>() + first : staging;
}

void storeFloats(const Operand& operand, int64_t first, int64_t elements, const float* values) {
    void* destination = operand.at(first);
    if (destination != values) fromFloats(values, operand.dtype, destination, elements);
}

void writeGradient(const Operand& operand, int64_t first, int64_t elements, float* sums,
                   bool accumulate) {
    forEachChunk(elements, [&](int64_t begin, int64_t count) {
        if (accumulate) {
            Chunk staging;
            addFloats(sums + begin, readFloats(operand, first + begin, count, staging), count);
        }
        storeFloats(operand, first + begin, count, sums + begin);
    });
}

void execute(const Cast& operation, const Call& call) {
    const Operand in = call.operand(operation.in);
    const Operand out = call.operand(operation.out);
    forEachChunk(operation.elements, [&](int64_t first, int64_t count) {
        Chunk staging;
        storeFloats(out, first, count, readFloats(in, first, count, staging));
    });
}

void execute(const CopyRows& o, const Call& call) {
    const Operand in = call.operand(o.in);
    const Operand out = call.operand(o.out);
    for (int64_t row = 0; row * o.columns < o.elements; ++row) {
        const int64_t width = std::min(o.columns, o.elements - row * o.columns);
        forEachChunk(width, [&](int64_t first, int64_t count) {
            Chunk staging;
            const float* values = readFloats(in, row * o.inStride + first, count, staging);
            storeFloats(out, row * o.outStride + first, count, values);
        });
    }
}

}  // namespace shardscope::core::ops
