// The middle of what was measured: what happens in every step stays, what happens seldom goes.

#include "profiler/calibrate/typical.h"

#include <gtest/gtest.h>

namespace shardscope::profiler {
namespace {

TEST(MiddleMean, LeavesAQuarterOutAtEitherEnd) {
    EXPECT_DOUBLE_EQ(middleMean({1e9, 1, 3, 2, 4, -1e9, 2, 1e9}), 2.75);
    EXPECT_DOUBLE_EQ(middleMean({5, 7}), 6.0);
    EXPECT_DOUBLE_EQ(middleMean({5}), 5.0);
    EXPECT_DOUBLE_EQ(middleMean({}), 0.0);
}

TEST(InMiddleHalf, PicksThePlacesOfTheMiddleValues) {
    const std::vector<bool> inside = inMiddleHalf({40, 10, 90, 20, 30, 10, 50, 60});
    EXPECT_EQ(inside, (std::vector<bool>{true, false, false, true, true, false, true, false}));
    EXPECT_EQ(inMiddleHalf({7, 7}), (std::vector<bool>{true, true}));
    EXPECT_TRUE(inMiddleHalf({}).empty());
}

TEST(MedianOf, IsTheUpperOneOfAnEvenCount) {
    EXPECT_DOUBLE_EQ(medianOf({4, 1, 3, 2}), 3.0);
    EXPECT_DOUBLE_EQ(medianOf({}), 0.0);
}

}  // namespace
}  // namespace shardscope::profiler
