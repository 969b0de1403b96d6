// Waiting for peers, told apart from transferring, where ranks meet inside the kernel.

#include "profiler/run/peer_arrivals.h"

#include <gtest/gtest.h>

namespace shardscope::profiler {
namespace {

/// A rank whose only collective ran from @p startNs to @p endNs on its own clock.
RecordedRank ranked(int32_t rank, int64_t startNs, int64_t endNs, int64_t clockOffsetNs = 0) {
    auto recorder = std::make_shared<Recorder>(core::Rank{rank});
    core::StepPlan plan;
    core::Action action;
    action.what = core::Collective{.stream = core::kCommunication};
    plan.prologue.push_back(action);
    recorder->reserve(plan);
    recorder->onCollective({.action = 0, .step = 0}, core::kCommunication, startNs - 5, startNs,
                           endNs);
    return {.rank = core::Rank{rank}, .recorder = recorder, .clockOffsetNs = clockOffsetNs};
}

std::vector<int64_t> starts(const std::vector<RecordedRank>& ranks) {
    std::vector<int64_t> all;
    for (const RecordedRank& rank : ranks) all.push_back(rank.recorder->arrivals().at(0));
    return all;
}

using Times = std::vector<int64_t>;

TEST(PeerArrivals, ACollectiveStartsWhenTheLastRankIsThere) {
    std::vector<RecordedRank> ranks{ranked(0, 100, 500), ranked(1, 300, 500), ranked(2, 200, 500)};
    alignArrivals(ranks);
    EXPECT_EQ(starts(ranks), (Times{300, 300, 300}));
}

TEST(PeerArrivals, ClocksAreAligned) {
    std::vector<RecordedRank> ranks{ranked(0, 100, 500), ranked(1, 1200, 1500, 1000)};
    alignArrivals(ranks);
    EXPECT_EQ(starts(ranks), (Times{200, 1200}));
}

TEST(PeerArrivals, NoneStartsAfterItsEnd) {
    std::vector<RecordedRank> ranks{ranked(0, 100, 250), ranked(1, 300, 500)};
    alignArrivals(ranks);
    EXPECT_EQ(starts(ranks), (Times{250, 300}));
}

TEST(PeerArrivals, RanksThatLostRecordsAreLeftAlone) {
    std::vector<RecordedRank> ranks{ranked(0, 100, 500), ranked(1, 300, 500)};
    ranks.push_back({.rank = core::Rank{2}, .recorder = std::make_shared<Recorder>(core::Rank{2})});
    alignArrivals(ranks);
    EXPECT_EQ(ranks[0].recorder->arrivals(), Times{100});
}

}  // namespace
}  // namespace shardscope::profiler
