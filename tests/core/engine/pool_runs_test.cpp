#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "core/engine/memory_pool_runs.h"

namespace shardscope::core {
namespace {

TEST(LowestRun, JoinsFreeAndUnmappedNeighbours) {
    Extents free, unmapped;
    EXPECT_EQ(lowestRun(free, unmapped, 1), std::nullopt);
    free.add({512, 1024});
    unmapped.add({4096, 4096});
    EXPECT_EQ(lowestRun(free, unmapped, 1024), 512);
    EXPECT_EQ(lowestRun(free, unmapped, 1025), 4096);
    EXPECT_EQ(lowestRun(free, unmapped, 4097), std::nullopt);
    free.add({3584, 512});  // before the unmapped bytes
    free.add({8192, 512});  // and behind them
    EXPECT_EQ(lowestRun(free, unmapped, 5120), 3584);
    EXPECT_EQ(lowestRun(free, unmapped, 5121), std::nullopt);
    unmapped.add({1536, 2048});  // now all is one
    EXPECT_EQ(lowestRun(free, unmapped, 8192), 512);
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
    lists.replace(key, {0, 512, 1024}, {0, 512, 256});
    EXPECT_EQ(lists.bestFit(key, 200), (Block{0, 512, 256}));
    lists.replace(key, {0, 512, 256}, {0, 512, 4096});
    EXPECT_EQ(lists.bestFit(key, 4096), (Block{0, 512, 4096}));
    lists.replace(key, {0, 512, 4096}, {0, 512, 8192});
    EXPECT_EQ(lists.bestFit(key, 4096), (Block{0, 512, 8192}));
    lists.erase(key, {0, 512, 8192});
    EXPECT_EQ(lists.bestFit(key, 1024), (Block{0, 8192, 1024}));
    lists.erase(key, {0, 8192, 1024});
    EXPECT_EQ(lists.bestFit(key, 1024), (Block{1, 4096, 1024}));
    EXPECT_EQ(lists.bestFit(key, 1025), std::nullopt);
}

}  // namespace
}  // namespace shardscope::core
