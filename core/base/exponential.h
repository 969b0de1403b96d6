#pragma once
// e^x in plain arithmetic: the same bits on every CPU and GPU. Loops over it vectorise, and constexpr is what
// lets a GPU's kernels call it as it stands.

#include <bit>
#include <cstdint>

namespace shardscope::core {

/// e^x with a relative error below 2e-7. Arguments are clamped to [-87, 88]; NaN stays NaN.
/// x = n·ln 2 + r with |r| ≤ ln 2 / 2, then the Taylor polynomial of degree 7 (remainder 5e-9).
[[gnu::always_inline]] constexpr inline float exponential(float x) {
    constexpr float kRound = 12582912.0f;  // 1.5·2^23: adding it rounds to an integer
    constexpr float kLog2E = 1.44269504f;
    constexpr float kLn2High = 0.693359375f;  // nine bits, so that n·kLn2High is exact
    constexpr float kLn2Low = -2.12194440e-4f;
    x = x < -87.0f ? -87.0f : x;
    x = x > 88.0f ? 88.0f : x;
    const float shifted = x * kLog2E + kRound;
    const float n = shifted - kRound;
    const float r = (x - n * kLn2High) - n * kLn2Low;
    float sum = 1.0f / 5040.0f;
    sum = sum * r + 1.0f / 720.0f;
    sum = sum * r + 1.0f / 120.0f;
    sum = sum * r + 1.0f / 24.0f;
    sum = sum * r + 1.0f / 6.0f;
    sum = sum * r + 0.5f;
    sum = sum * r + 1.0f;
    sum = sum * r + 1.0f;
    const uint32_t exponent = std::bit_cast<uint32_t>(shifted) << 23;
    return sum * std::bit_cast<float>(exponent + 0x3f800000u);
}

}  // namespace shardscope::core
