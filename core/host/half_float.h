#pragma once
// 16-bit floats as bits, to and from fp32, rounded to nearest even. Branch-free, so that loops over
// them become vector code on any CPU. Any thread.

#include <bit>
#include <cstdint>

namespace shardscope::core {

inline float fromBf16(uint16_t bits) { return std::bit_cast<float>(uint32_t{bits} << 16); }

/// A NaN becomes the quiet NaN 0x7fc0, whatever its payload and sign.
inline uint16_t toBf16(float value) {
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    const uint32_t rounded = (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
    return static_cast<uint16_t>((bits & 0x7fffffffu) > 0x7f800000u ? 0x7fc0u : rounded);
}

/// Exact. Subnormals are normalised by a subtraction, which no CPU is slow at.
inline float fromFp16(uint16_t bits) {
    const uint32_t magnitude = uint32_t{bits} & 0x7fffu;
    const uint32_t shifted = magnitude << 13;
    const uint32_t normal = shifted + (112u << 23);  // the exponent's bias: 127 - 15
    const uint32_t subnormal =
        std::bit_cast<uint32_t>(std::bit_cast<float>(shifted + (113u << 23)) - 0x1p-14f);
    const uint32_t special = shifted | 0x7f800000u;  // infinity and NaN
    const uint32_t finite = magnitude < 0x400u ? subnormal : normal;
    const uint32_t sign = (uint32_t{bits} & 0x8000u) << 16;
    return std::bit_cast<float>((magnitude >= 0x7c00u ? special : finite) | sign);
}

/// Overflow gives infinity; a NaN becomes 0x7e00 with its sign.
inline uint16_t toFp16(float value) {
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    const uint32_t sign = bits >> 16 & 0x8000u;
    const uint32_t magnitude = bits & 0x7fffffffu;
    // Normal results: rebase the exponent by 15 - 127 and round the 13 bits that go.
    const uint32_t normal = (magnitude - (112u << 23) + 0xfffu + (magnitude >> 13 & 1u)) >> 13;
    // Subnormal results: adding 0.5 lets the FPU round at 2^-24, the unit of the result.
    const uint32_t subnormal =
        std::bit_cast<uint32_t>(std::bit_cast<float>(magnitude) + 0.5f) - 0x3f000000u;
    const uint32_t special = magnitude > 0x7f800000u ? 0x7e00u : 0x7c00u;
    const uint32_t finite = magnitude < (113u << 23) ? subnormal : normal;
    return static_cast<uint16_t>((magnitude >= (143u << 23) ? special : finite) | sign);
}

}  // namespace shardscope::core
