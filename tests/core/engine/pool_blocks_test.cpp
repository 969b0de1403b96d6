#include <gtest/gtest.h>

#include <random>
#include <tuple>
#include <vector>

#include "core/engine/memory_pool_blocks.h"
#include "core/engine/memory_pool_extents.h"

namespace shardscope::core {
namespace {

constexpr FreeListKey kLarge{kCompute, SizeClass::Large};

TEST(LowestRun, JoinsFreeAndUnmappedNeighbours) {
    BlockTable table;
    const BlockNumber first = table.addSegment(0, kLarge, 16384, BlockState::Unmapped);
    EXPECT_EQ(table.lowestRun(0, 16384), first);
    EXPECT_EQ(table.lowestRun(0, 16385), kNoBlock);
    table.convert(first, 0, 4096, BlockState::Free);
    EXPECT_EQ(table.lowestRun(0, 16384), first) << "free, then unmapped";
    table.take(table.bestFit(kLarge, 1), 512);
    const BlockNumber rest = table.bestFit(kLarge, 1);
    EXPECT_EQ(table[rest].offset, 512);
    EXPECT_EQ(table.lowestRun(0, 1), rest) << "the run starts behind what is live";
    EXPECT_EQ(table.lowestRun(0, 16384 - 512), rest);
    EXPECT_EQ(table.lowestRun(0, 16384 - 511), kNoBlock);
}

TEST(Blocks, MergeWithWhatIsAlikeAndWithNothingElse) {
    BlockTable table;
    const BlockNumber first = table.addSegment(0, kLarge, 8192, BlockState::Unmapped);
    table.convert(first, 2048, 2048, BlockState::Free);
    table.convert(table.bestFit(kLarge, 2048), 3072, 512, BlockState::Unmapped);
    std::vector<Block> free;
    for (const BlockNumber number : table.freeBlocks(512)) free.push_back(table.blockOf(number));
    EXPECT_EQ(free, (std::vector<Block>{{0, 2048, 1024}, {0, 3584, 512}}));
    table.convert(table[table.bestFit(kLarge, 1024)].after, 3072, 512, BlockState::Free);
    EXPECT_EQ(table.blockOf(table.bestFit(kLarge, 1)), (Block{0, 2048, 2048}));
    table.convert(table.bestFit(kLarge, 1), 2048, 2048, BlockState::Unmapped);
    EXPECT_EQ(table[first].bytes, 8192) << "all is one again, and its number is the first's";
}

TEST(Blocks, BestFitIsTheSmallestThenTheLowestSegmentThenOffset) {
    // Sizes that share a bin, and sizes that do not.
    for (const int64_t unit : {int64_t{512}, int64_t{512} * 17, int64_t{512} * 4096}) {
        std::mt19937 random(11);
        BlockTable table;
        std::vector<Block> listed;
        for (int32_t ordinal = 0; ordinal < 200; ++ordinal) {
            const int64_t bytes = unit * static_cast<int64_t>(64 + random() % 40);
            table.addSegment(ordinal, kLarge, bytes, BlockState::Free);
            listed.push_back({ordinal, 0, bytes});
        }
        while (!listed.empty()) {
            const int64_t wanted = unit * static_cast<int64_t>(60 + random() % 44);
            const auto less = [](const Block& a, const Block& b) {
                return std::tie(a.bytes, a.segment) < std::tie(b.bytes, b.segment);
            };
            auto best = listed.end();
            for (auto at = listed.begin(); at != listed.end(); ++at) {
                if (at->bytes >= wanted && (best == listed.end() || less(*at, *best))) best = at;
            }
            const BlockNumber found = table.bestFit(kLarge, wanted);
            ASSERT_EQ(found == kNoBlock, best == listed.end());
            if (found == kNoBlock) break;
            ASSERT_EQ(table.blockOf(found), *best);
            table.take(found, best->bytes);
            listed.erase(best);
        }
    }
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

}  // namespace
}  // namespace shardscope::core
