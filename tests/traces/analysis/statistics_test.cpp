#include "traces/analysis/statistics.h"

#include <gtest/gtest.h>

#include <numeric>

#include "traces/analysis/intervals.h"

namespace shardscope::traces {
namespace {

std::vector<int64_t> upTo(int64_t n) {
    std::vector<int64_t> values(static_cast<size_t>(n));
    std::iota(values.begin(), values.end(), 1);
    return values;
}

TEST(Statistics, QuantilesInterpolate) {
    EXPECT_EQ(quantileOf({}, 0.5), 0);
    EXPECT_EQ(quantileOf({7}, 0.95), 7);
    EXPECT_EQ(medianOf({10, 20, 40, 30}), 25);
    EXPECT_EQ(quantileOf(upTo(101), 0.05), 6);
}

/// Orders of the 95 % interval of a median, from tables of the sign test: n = 6 → 1, 20 → 6.
TEST(Statistics, IntervalOfTheMedianIsThatOfTheSignTest) {
    EXPECT_EQ(distributionOf(upTo(6)).low, 1);
    EXPECT_EQ(distributionOf(upTo(6)).high, 6);
    EXPECT_EQ(distributionOf(upTo(19)).low, 5);
    EXPECT_EQ(distributionOf(upTo(19)).high, 15);
    EXPECT_EQ(distributionOf(upTo(20)).low, 6);
    EXPECT_EQ(distributionOf(upTo(20)).high, 15);
}

TEST(Statistics, FewValuesSpanFromSmallestToLargest) {
    const Distribution few = distributionOf({5, 3, 9});
    EXPECT_EQ(few.low, 3);
    EXPECT_EQ(few.median, 5);
    EXPECT_EQ(few.high, 9);
}

TEST(Intervals, UnionMergesWhatTouches) {
    EXPECT_EQ(unionOf({{5, 7}, {0, 2}, {2, 3}, {6, 9}, {4, 4}}),
              (std::vector<Interval>{{0, 3}, {5, 9}}));
}

TEST(Intervals, OutsideLeavesOutWhatIsCovered) {
    EXPECT_EQ(lengthOutside({{0, 10}, {20, 30}}, {{5, 22}, {25, 26}, {29, 40}}), 5 + 3 + 3);
    EXPECT_EQ(lengthOutside({{0, 10}}, {}), 10);
    EXPECT_EQ(lengthOutside({}, {{0, 10}}), 0);
}

}  // namespace
}  // namespace shardscope::traces
