#include "core/shard/ownership.h"

#include <gtest/gtest.h>

#include <numeric>

#include "core/model/models.h"

namespace shardscope::core {
namespace {

constexpr ShardLayout kSharded[] = {ShardLayout::PerBucket, ShardLayout::PerParameter,
                                    ShardLayout::Contiguous, ShardLayout::WholeParameter};

BucketMap mapOf(int ranks, ShardLayout layout, const char* bucket) {
    Workload w;
    w.model = {.name = "gpt", .layers = 3, .hidden = 12, .heads = 3, .vocab = 40, .sequence = 8};
    const bool splits = layout == ShardLayout::PerParameter;
    return *buildBucketMap(*buildGraph(w), *parseBucketSize(bucket, 2, "test"), ranks,
                           splits ? kAlignment * ranks : kAlignment);
}

TEST(OwnershipR1, EveryRealElementHasExactlyOneOwner) {
    for (ShardLayout layout : kSharded) {
        for (int ranks : {1, 2, 3, 4, 8}) {
            for (const char* bucket : {"layer", "700", "1000000"}) {
                const BucketMap map = mapOf(ranks, layout, bucket);
                const Ownership owners(map, layout);
                for (int32_t b = 0; b < map.count(); ++b) {
                    std::vector<int> owned(static_cast<size_t>(map[BucketId{b}].elements), 0);
                    for (int32_t r = 0; r < ranks; ++r) {
                        for (const Range& range : owners.rangesOf(BucketId{b}, Rank{r})) {
                            for (int64_t e = range.begin; e < range.end; ++e) {
                                ++owned[static_cast<size_t>(e)];
                            }
                        }
                    }
                    for (const Segment& s : map[BucketId{b}].segments) {
                        for (int64_t e = s.offset; e < s.offset + s.elements; ++e) {
                            ASSERT_EQ(owned[static_cast<size_t>(e)], 1);
                        }
                    }
                    for (int count : owned) ASSERT_LE(count, 1);
                }
            }
        }
    }
}

TEST(OwnershipR1, EvenLayoutsGiveEveryRankTheSame) {
    for (ShardLayout layout :
         {ShardLayout::PerBucket, ShardLayout::PerParameter, ShardLayout::Contiguous}) {
        const BucketMap map = mapOf(3, layout, "layer");
        const Ownership owners(map, layout);
        for (int32_t r = 0; r < 3; ++r) {
            int64_t sum = 0;
            for (int32_t b = 0; b < map.count(); ++b) {
                for (const Range& range : owners.rangesOf(BucketId{b}, Rank{r})) {
                    EXPECT_EQ(range.begin % kAlignment, 0);
                    sum += range.end - range.begin;
                }
            }
            EXPECT_EQ(sum, map.elements() / 3);
        }
    }
}

TEST(OwnershipContiguous, ARankOwnsOneRangeOfTheFlatVector) {
    const BucketMap map = mapOf(4, ShardLayout::Contiguous, "layer");
    const Ownership owners(map, ShardLayout::Contiguous);
    int64_t at = 0;
    for (int32_t r = 0; r < 4; ++r) {
        for (int32_t b = map.count(); b-- > 0;) {  // registration order: the last bucket first
            for (const Range& range : owners.rangesOf(BucketId{b}, Rank{r})) {
                EXPECT_EQ(owners.flatOffset(BucketId{b}) + range.begin, at);
                at += range.end - range.begin;
            }
        }
        EXPECT_EQ(at, map.elements() / 4 * (r + 1));
    }
}

TEST(OwnershipWholeParameter, TheLargestGoesToWhoHasLeast) {
    BucketMap map;
    map.ranks = 2;
    const int64_t sizes[] = {100, 700, 300, 300, 128};
    for (int32_t p = 0; p < 5; ++p) {
        map.buckets.push_back({.segments = {{.parameter = ParameterId{p}, .elements = sizes[p]}},
                               .elements = 768,
                               .realElements = sizes[p]});
    }
    // 700 → 0; 300 → 1; 300 → 1; 128 → 1 (600 < 700); 100 → 0 (700 < 728).
    const Ownership owners(map, ShardLayout::WholeParameter);
    const int expected[] = {0, 0, 1, 1, 1};
    for (int32_t b = 0; b < 5; ++b) {
        const std::vector<OwnedSlice> slices = owners.slicesOf(BucketId{b});
        ASSERT_EQ(slices.size(), 1U);
        EXPECT_EQ(slices[0].owner, Rank{expected[b]}) << b;
        EXPECT_EQ(slices[0].range, (Range{0, sizes[b]}));
    }
}

TEST(BucketSize, ClosesAfterReachingWithASmallerFirstBucketAsDdpDoes) {
    Workload w;
    w.model = {.name = "mlp", .layers = 6, .hidden = 32, .heads = 1, .vocab = 40, .sequence = 8};
    const Graph graph = *buildGraph(w);
    const BucketSize size{
        .elements = 5000, .firstElements = 100, .close = CloseRule::AfterReaching};
    const BucketMap map = *buildBucketMap(graph, size, 1);
    ASSERT_GT(map.count(), 2);
    const auto withoutLast = [](const Bucket& b) { return b.segments.back().offset; };
    for (int32_t b = 0; b + 1 < map.count(); ++b) {
        const Bucket& bucket = map[BucketId{b}];
        const int64_t limit = b == 0 ? 100 : 5000;
        EXPECT_GE(bucket.elements, limit) << b;
        EXPECT_LT(withoutLast(bucket), limit + 5000) << b;
    }
    EXPECT_EQ((BucketSize{.elements = 40, .elementsPerRank = 7}).limit(1, 8), 56);
    EXPECT_EQ((BucketSize{.bytes = 25 << 20, .firstBytes = 1 << 20}).inElements(2).limit(0, 1),
              1 << 19);
}

}  // namespace
}  // namespace shardscope::core
