#include <gtest/gtest.h>

#include <map>
#include <random>

#include "core/engine/memory_pool_runs.h"

namespace shardscope::core {
namespace {

TEST(LowestFit, FindsTheLowestPositionThatIsLongEnough) {
    LowestFit fit(100);
    EXPECT_EQ(fit.lowest(1), std::nullopt);
    fit.set(99, 50);
    fit.set(7, 10);
    EXPECT_EQ(fit.lowest(10), 7);
    EXPECT_EQ(fit.lowest(11), 99);
    EXPECT_EQ(fit.lowest(51), std::nullopt);
    fit.set(7, 0);
    EXPECT_EQ(fit.lowest(1), 99);
}

TEST(LowestFit, AgreesWithALinearSearch) {
    std::mt19937 random(7);
    LowestFit fit(1000);
    std::map<int64_t, int64_t> all;
    for (int i = 0; i < 5000; ++i) {
        const int64_t position = random() % 1000;
        const int64_t length = random() % 3 ? random() % 500 : 0;
        fit.set(position, length);
        all[position] = length;
        const int64_t wanted = 1 + random() % 500;
        const auto found = std::find_if(all.begin(), all.end(),
                                        [&](const auto& each) { return each.second >= wanted; });
        ASSERT_EQ(fit.lowest(wanted),
                  found == all.end() ? std::nullopt : std::optional(found->first));
    }
}

TEST(Runs, SplitWhereTakenAndMergeWhereGivenBack) {
    Runs runs(1 << 20);
    EXPECT_EQ(runs.lowest(1 << 20), 0);
    runs.take({512, 1024});
    EXPECT_EQ(runs.lowest(512), 0);
    EXPECT_EQ(runs.lowest(513), 1536);
    runs.take({0, 512});
    EXPECT_EQ(runs.lowest(512), 1536);
    runs.give({512, 1024});
    EXPECT_EQ(runs.lowest((1 << 20) - 512), 512);
    runs.give({0, 512});
    EXPECT_EQ(runs.lowest(1 << 20), 0);
}

}  // namespace
}  // namespace shardscope::core
