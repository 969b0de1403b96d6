#include "core/host/half_float.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace shardscope::core {
namespace {

uint16_t compilersFp16(float value) {
    const auto half = static_cast<_Float16>(value);
    uint16_t bits;
    std::memcpy(&bits, &half, sizeof(bits));
    return bits;
}

TEST(Fp16, WidensEveryValueExactly) {
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
        const auto narrow = static_cast<uint16_t>(bits);
        _Float16 half;
        std::memcpy(&half, &narrow, sizeof(half));
        const auto expected = static_cast<float>(half);
        if (std::isnan(expected)) {
            EXPECT_TRUE(std::isnan(fromFp16(narrow))) << bits;
            EXPECT_EQ(toFp16(fromFp16(narrow)) & 0x7fff, 0x7e00) << bits;
        } else {
            EXPECT_EQ(std::bit_cast<uint32_t>(fromFp16(narrow)), std::bit_cast<uint32_t>(expected));
            EXPECT_EQ(toFp16(expected), narrow) << bits;
        }
    }
}

TEST(Fp16, RoundsToNearestEvenEverywhere) {
    for (uint32_t bits = 0; bits < 0x7c00;
         ++bits) {  // each midpoint between neighbours, and beside
        const float low = fromFp16(static_cast<uint16_t>(bits));
        const float high = bits == 0x7bff ? 65536.0f : fromFp16(static_cast<uint16_t>(bits + 1));
        const float middle = low + (high - low) / 2;
        for (float value : {middle, std::nextafter(middle, 0.0f), std::nextafter(middle, 1e9f)}) {
            EXPECT_EQ(toFp16(value), compilersFp16(value)) << value;
            EXPECT_EQ(toFp16(-value), compilersFp16(-value)) << value;
        }
    }
    EXPECT_EQ(toFp16(1e9f), 0x7c00);
    EXPECT_EQ(toFp16(-std::numeric_limits<float>::infinity()), 0xfc00);
    EXPECT_EQ(toFp16(1e-30f), 0);
}

TEST(Bf16, RoundTripsEveryValue) {
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
        const float value = fromBf16(static_cast<uint16_t>(bits));
        EXPECT_EQ(toBf16(value), std::isnan(value) ? 0x7fc0 : bits);
    }
}

TEST(Bf16, RoundsToNearestEven) {
    const auto round = [](uint32_t bits) { return toBf16(std::bit_cast<float>(bits)); };
    EXPECT_EQ(round(0x3f808000), 0x3f80);  // a tie goes to even, down …
    EXPECT_EQ(round(0x3f818000), 0x3f82);  // … and up
    EXPECT_EQ(round(0x3f808001), 0x3f81);
    EXPECT_EQ(round(0x3f807fff), 0x3f80);
    EXPECT_EQ(round(0x7f7fffff), 0x7f80);  // overflow gives infinity
    EXPECT_EQ(round(0x7f800001), 0x7fc0);  // a NaN never becomes infinity
}

}  // namespace
}  // namespace shardscope::core
