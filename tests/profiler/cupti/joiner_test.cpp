// Records built by hand, joined with their tags.

#include <gtest/gtest.h>

#include "profiler/cupti/activity_joiner.h"

namespace shardscope::profiler::cupti {

namespace {

GpuWork kernel(uint32_t correlation, int64_t startNs = 100, int64_t endNs = 200) {
    return {.correlation = correlation, .startNs = startNs, .endNs = endNs};
}

class Joining : public testing::Test {
  protected:
    /// Tags of the work that came out of one more feed.
    std::vector<uint64_t> feed(std::vector<TaggedCall> calls, std::vector<GpuWork> work) {
        std::vector<TaggedWork> out;
        ActivityBatch batch;
        batch.calls = std::move(calls);
        batch.work = std::move(work);
        joiner.feed(batch, out);
        std::vector<uint64_t> tags;
        for (const TaggedWork& one : out) tags.push_back(one.tag);
        return tags;
    }
    ActivityJoiner joiner;
};

using Tags = std::vector<uint64_t>;

TEST_F(Joining, OneTagMayLaunchManyKernels) {
    EXPECT_EQ(feed({{7, 1}, {7, 2}, {8, 3}}, {kernel(1), kernel(2), kernel(3)}), (Tags{7, 7, 8}));
    EXPECT_EQ(joiner.counts().matched, 3);
}

TEST_F(Joining, WorkMayComeAFeedAfterItsTag) {
    EXPECT_EQ(feed({{7, 1}}, {}), Tags{});
    EXPECT_EQ(feed({}, {kernel(1)}), Tags{7});
}

TEST_F(Joining, WorkMayComeAFeedBeforeItsTag) {
    EXPECT_EQ(feed({{6, 9}}, {kernel(1)}), Tags{});
    EXPECT_EQ(joiner.waiting(), 1U);
    EXPECT_EQ(feed({{7, 1}}, {}), Tags{7});
    EXPECT_EQ(joiner.waiting(), 0U);
}

TEST_F(Joining, WorkWhoseTagNeverComesIsUnmatched) {
    joiner.expectTagsSince(0);
    feed({{6, 9}}, {kernel(1)});
    feed({{6, 10}}, {});
    EXPECT_EQ(joiner.counts().unmatched, 1);
    EXPECT_EQ(joiner.counts().work, 1);
    EXPECT_EQ(joiner.counts().matched, 0);
}

TEST_F(Joining, WorkFromBeforeTagsWereExpectedIsCountedApart) {
    joiner.expectTagsSince(1000);
    feed({{6, 9}}, {kernel(1, 100, 200), kernel(2, 1100, 1200)});
    feed({{6, 10}}, {});
    EXPECT_EQ(joiner.counts().before, 1);
    EXPECT_EQ(joiner.counts().unmatched, 1);
}

TEST_F(Joining, AKernelMayRunOnWhileOtherRanksFlush) {
    feed({{7, 1}}, {});
    for (uint32_t id = 2; id < 10; ++id) feed({{8, id}}, {kernel(id)});
    EXPECT_EQ(feed({}, {kernel(1)}), Tags{7});
    EXPECT_EQ(joiner.counts().unmatched, 0);
}

TEST_F(Joining, CorrelationIdsAreUsedAgain) {
    feed({{7, 1}}, {kernel(1)});
    for (uint32_t id = 2; id < 130; ++id) feed({{8, id}}, {kernel(id)});
    EXPECT_EQ(feed({{5, 131}}, {kernel(1)}), Tags{})
        << "the tag of an id's last use is not its tag";
    EXPECT_EQ(feed({{6, 1}}, {kernel(1)}), (Tags{6, 6}));
}

TEST_F(Joining, WorkOfADriverCallIsFoundByTheRuntimeCallAroundIt) {
    GpuWork copy = kernel(41);
    copy.outerCorrelation = 40;
    EXPECT_EQ(feed({{7, 40}}, {copy}), Tags{7});
}

TEST_F(Joining, WorkWithoutTimesIsCountedAndNotGivenOn) {
    EXPECT_EQ(feed({{7, 1}}, {kernel(1, 0, 0)}), Tags{});
    EXPECT_EQ(joiner.counts().unstamped, 1);
    EXPECT_EQ(joiner.counts().matched, 1);
}

TEST_F(Joining, AnEmptyFeedAgesNothing) {
    joiner.expectTagsSince(0);
    feed({{7, 1}}, {kernel(2)});
    for (int i = 0; i < 5; ++i) feed({}, {});
    EXPECT_EQ(joiner.counts().unmatched, 0);
    EXPECT_EQ(feed({{8, 2}}, {kernel(1)}), (Tags{8, 7}));
}

TEST_F(Joining, AWaitHasTheTagOfItsThreadAndOthersAreNobodys) {
    ActivityBatch batch;
    batch.calls = {{7, 1}};
    batch.waits = {{.correlation = 1, .startNs = 5, .endNs = 9}, {.correlation = 2}};
    std::vector<TaggedWork> out;
    joiner.feed(batch, out);
    const auto waits = joiner.waitsOf(batch);
    ASSERT_EQ(waits.size(), 1U);
    EXPECT_EQ(waits[0].tag, 7U);
    EXPECT_EQ(waits[0].wait.endNs, 9);
    EXPECT_EQ(joiner.counts().work, 0) << "a wait is no work";
}

}  // namespace

}  // namespace shardscope::profiler::cupti
