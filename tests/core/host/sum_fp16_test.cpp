#include "core/host/sum_fp16.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "core/host/half_float.h"

namespace shardscope::core {
namespace {

// Eight elements for the CPU's own conversion, three for the plain loop.
constexpr size_t kRun = 11;

std::vector<uint16_t> everyValue() {
    std::vector<uint16_t> values(0x10000 / kRun * kRun);
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<uint16_t>(i);
    return values;
}

/// As everyValue(), in another order.
std::vector<uint16_t> shuffled(unsigned seed) {
    std::vector<uint16_t> values = everyValue();
    std::shuffle(values.begin(), values.end(), std::mt19937(seed));
    return values;
}

// Infinities, NaNs with payloads of both signs, subnormals and overflow are among the values.
TEST(SumFp16, GivesTheBitsOfOneValueAtATime) {
    const std::array inputs{everyValue(), shuffled(1), shuffled(2)};
    std::vector<uint16_t> out(inputs[0].size());
    for (size_t i = 0; i < out.size(); i += kRun) {
        const std::array parts{&inputs[0][i], &inputs[1][i], &inputs[2][i]};
        sumFp16(parts, kRun, &out[i]);
    }
    for (size_t i = 0; i < out.size(); ++i) {
        const float first = fromFp16(inputs[0][i]) + fromFp16(inputs[1][i]);
        const uint16_t expected = toFp16(first + fromFp16(inputs[2][i]));
        // Which sign a NaN of infinity - infinity has is the CPU's choice.
        const bool isNan = (expected & 0x7fffu) > 0x7c00u;
        ASSERT_EQ(isNan ? out[i] & 0x7fffu : out[i], isNan ? 0x7e00u : expected) << i;
    }
}

TEST(SumFp16, WritesOverAnyOfItsInputs) {
    const std::vector<uint16_t> a = shuffled(3), b = shuffled(4);
    std::vector<uint16_t> apart(a.size()), overlaid = b;
    const auto n = static_cast<int64_t>(a.size());
    sumFp16(std::array<const uint16_t*, 2>{a.data(), b.data()}, n, apart.data());
    sumFp16(std::array<const uint16_t*, 2>{a.data(), overlaid.data()}, n, overlaid.data());
    EXPECT_EQ(overlaid, apart);
}

}  // namespace
}  // namespace shardscope::core
