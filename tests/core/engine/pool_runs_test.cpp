#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "core/engine/memory_pool_runs.h"

namespace shardscope::core {
namespace {

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

TEST(Extents, AgreeWithASetOfUnits) {
    std::mt19937 random(7);
    Extents extents;
    std::vector<bool> in(200, false);
    for (int i = 0; i < 20000; ++i) {
        const int64_t offset = random() % 200;
        const bool adds = !in[static_cast<size_t>(offset)];
        int64_t bytes = 0;  // as many alike as there are, up to 8
        while (bytes < 8 && offset + bytes < 200 &&
               in[static_cast<size_t>(offset + bytes)] != adds) {
            in[static_cast<size_t>(offset + bytes++)] = adds;
        }
        adds ? extents.add({offset, bytes}) : extents.remove({offset, bytes});
        std::vector<bool> found(200, false);
        int64_t end = -1;
        for (const Extent& extent : extents.all()) {
            ASSERT_GT(extent.offset, end) << "touching extents are one";
            end = extent.end();
            for (int64_t at = extent.offset; at < end; ++at) found[static_cast<size_t>(at)] = true;
        }
        ASSERT_EQ(found, in);
    }
}

TEST(FreeLists, FindTheSmallestThenLowestSegmentThenOffset) {
    FreeLists lists;
    const FreeListKey key{kCompute, SizeClass::Large}, other{kCompute, SizeClass::Small};
    lists.insert(key, {1, 4096, 1024});
    lists.insert(key, {0, 8192, 1024});
    lists.insert(key, {0, 512, 1024});
    lists.insert(key, {0, 0, 512});
    lists.insert(other, {2, 0, 1024});
    EXPECT_EQ(lists.bestFit(key, 512), (Block{0, 0, 512}));
    EXPECT_EQ(lists.bestFit(key, 513), (Block{0, 512, 1024}));
    lists.erase(key, {0, 512, 1024});
    EXPECT_EQ(lists.bestFit(key, 1024), (Block{0, 8192, 1024}));
    lists.erase(key, {0, 8192, 1024});
    EXPECT_EQ(lists.bestFit(key, 1024), (Block{1, 4096, 1024}));
    EXPECT_EQ(lists.bestFit(key, 1025), std::nullopt);
}

}  // namespace
}  // namespace shardscope::core
