#include "traces/table/units.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace shardscope::table {
namespace {

constexpr ByteUnit kMiB{1 << 20, "MiB", 1};

TEST(TableUnits, OneUnitSuitsAColumn) {
    EXPECT_EQ(unitFor(1000).name, "KiB");
    EXPECT_EQ(unitFor(1 << 20).name, "MiB");
    EXPECT_EQ(unitFor(9'999LL << 20).name, "MiB");
    EXPECT_EQ(unitFor(10'000LL << 20).name, "GiB");
    EXPECT_EQ(unitFor(1'000LL << 30).name, "TiB");
    EXPECT_EQ(columnUnitFor(999LL << 30).decimals, 2);
    EXPECT_EQ(columnUnitFor(1'000LL << 30).decimals, 1);
    EXPECT_EQ(columnUnitFor(1'000LL << 30).name, "GiB");
    EXPECT_EQ(columnUnitFor(9'999LL << 30).name, "TiB");
}

TEST(TableUnits, BytesAreRoundedHalfAwayFromZero) {
    EXPECT_EQ(inUnit(0, kMiB), "0.0");
    EXPECT_EQ(inUnit((1 << 20) + (1 << 20) / 20 + 1, kMiB), "1.1");
    EXPECT_EQ(inUnit(-(1 << 20) * 10LL, kMiB), "-10.0");
    EXPECT_EQ(inUnit(-(1 << 19), kMiB), "-0.5");
    EXPECT_EQ(withUnit(3LL << 40), "3.00 TiB");
    EXPECT_EQ(withUnit(1536), "1.5 KiB");
    EXPECT_EQ(withUnit(7), "7 B");
}

TEST(TableUnits, ThirdsAddUpToTheWhole) {
    const int64_t third = (1 << 20) / 3;
    EXPECT_EQ(apportion({third, third, third + 1}, kMiB), (std::vector<int64_t>{3, 3, 4}));
}

/// P = 10,770,432 in 16 bits is 20.5 MiB wherever it is printed, and what fills up stands behind.
TEST(TableUnits, EqualPartsPrintAlikeAndAsElsewhere) {
    const int64_t weights = 2 * 10'771'456, optimizer = 3 * weights / 2, rest = 1'070'000;
    const auto ticks = apportion({weights, weights, 0, optimizer, rest, 48}, kMiB);
    EXPECT_EQ(ticks, (std::vector<int64_t>{205, 205, 0, 308, 11, 0}));
    EXPECT_EQ(ticks[0], ticksOf(weights, kMiB));
}

TEST(TableUnits, ApportionedTicksAlwaysAddUpAndAreOffByLessThanOne) {
    std::mt19937_64 random(7);
    for (int round = 0; round < 2000; ++round) {
        std::vector<int64_t> parts(1 + random() % 8);
        for (int64_t& part : parts)
            part = static_cast<int64_t>(random() % (1ULL << (random() % 40)));
        const int64_t sum = std::accumulate(parts.begin(), parts.end(), int64_t{0});
        const ByteUnit unit = unitFor(sum);
        const std::vector<int64_t> ticks = apportion(parts, unit);
        EXPECT_EQ(std::accumulate(ticks.begin(), ticks.end(), int64_t{0}), ticksOf(sum, unit));
        for (size_t i = 0; i < parts.size(); ++i) {
            const double exact = static_cast<double>(parts[i]) * (unit.decimals == 1 ? 10 : 100) /
                                 static_cast<double>(unit.bytes);
            EXPECT_LT(std::abs(static_cast<double>(ticks[i]) - exact), 1.0);
            EXPECT_TRUE(parts[i] > 0 || ticks[i] == 0);
        }
    }
}

TEST(TableUnits, TimesHaveThreeDigits) {
    EXPECT_EQ(withTimeUnit(246'400'000), "246 ms");
    EXPECT_EQ(withTimeUnit(12'340'000), "12.3 ms");
    EXPECT_EQ(withTimeUnit(1'850), "1.85 us");
    EXPECT_EQ(withTimeUnit(12'000'000'000), "12.0 s");
    EXPECT_EQ(withTimeUnit(0), "0 us");
}

}  // namespace
}  // namespace shardscope::table
