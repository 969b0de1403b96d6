#pragma once
// The element types of tensors, to and from fp32, rounded to nearest even.

#if defined(__CUDACC__)
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#endif

#include "core/base/dtype.h"
#include "gpu/kernels/math/host_device.h"

namespace shardscope::gpu {

struct Bf16 {
    uint16_t bits;
};
struct Fp16 {
    uint16_t bits;
};

// By the names in kernels' names.
using Element_fp32 = float;
using Element_bf16 = Bf16;
using Element_fp16 = Fp16;

SHARDSCOPE_HD float toFloat(float value) { return value; }
SHARDSCOPE_HD float toFloat(Bf16 value) { return floatOf(uint32_t{value.bits} << 16); }
SHARDSCOPE_HD float toFloat(Fp16 value) {
#if defined(__CUDA_ARCH__)
    return __half2float(__ushort_as_half(value.bits));
#else
    // The exponent's bias 15 read with bias 127, put right by an exact product; also subnormals.
    const uint32_t magnitude = value.bits & 0x7fffu;
    const uint32_t finite = bitsOf(floatOf(magnitude << 13) * 0x1p112f);
    const uint32_t special = magnitude << 13 | 0x7f800000u;
    return floatOf((magnitude >= 0x7c00u ? special : finite) | (value.bits & 0x8000u) << 16);
#endif
}

/// Infinity on overflow; NaN stays NaN (its payload differs between machines).
template <class T>
SHARDSCOPE_HD T fromFloat(float value);

template <>
SHARDSCOPE_HD float fromFloat<float>(float value) {
    return value;
}
template <>
SHARDSCOPE_HD Bf16 fromFloat<Bf16>(float value) {
#if defined(__CUDA_ARCH__)
    return {__bfloat16_as_ushort(__float2bfloat16_rn(value))};
#else
    const uint32_t bits = bitsOf(value);
    const uint32_t rounded = (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
    return {static_cast<uint16_t>((bits & 0x7fffffffu) > 0x7f800000u ? 0x7fffu : rounded)};
#endif
}
template <>
SHARDSCOPE_HD Fp16 fromFloat<Fp16>(float value) {
#if defined(__CUDA_ARCH__)
    return {__half_as_ushort(__float2half_rn(value))};
#else
    const uint32_t bits = bitsOf(value);
    const uint32_t magnitude = bits & 0x7fffffffu;
    const uint32_t normal = (magnitude - (112u << 23) + 0xfffu + (magnitude >> 13 & 1u)) >> 13;
    // Adding 0.5 lets the FPU round a subnormal result at its unit, 2^-24.
    const uint32_t subnormal = bitsOf(floatOf(magnitude) + 0.5f) - 0x3f000000u;
    const uint32_t special = magnitude > 0x7f800000u ? 0x7fffu : 0x7c00u;
    const uint32_t finite = magnitude < (113u << 23) ? subnormal : normal;
    return {static_cast<uint16_t>((magnitude >= (143u << 23) ? special : finite) |
                                  (bits >> 16 & 0x8000u))};
#endif
}

/// Calls visit(T{}) with the element type of @p dtype, a floating-point one. @return what visit returns.
template <class Visit>
SHARDSCOPE_HD auto withElement(core::DType dtype, Visit&& visit) {
    switch (dtype) {
        case core::DType::Bf16:
            return visit(Bf16{});
        case core::DType::Fp16:
            return visit(Fp16{});
        default:
            return visit(float{});
    }
}

SHARDSCOPE_HD int64_t elementBytes(core::DType dtype) {
    return dtype == core::DType::Fp32 || dtype == core::DType::Int32 ? 4 : 2;
}

}  // namespace shardscope::gpu
