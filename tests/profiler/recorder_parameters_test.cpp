// Parameter lifetimes of played runs.

#include "tests/profiler/recorder_run.h"

namespace shardscope::profiler {
namespace {

std::vector<Seen> ofBucket(std::vector<Seen> events, int64_t bucket) {
    std::erase_if(events, [bucket](const Seen& event) { return event["bucket"] != bucket; });
    return events;
}

TEST(ParameterLifetimes, OfAShardedUpdateGoStaleUntilTheyAreGathered) {
    for (int stage : {1, 2}) {
        const PlayedRun run(stage, {.ranks = 4});
        const auto ready = ofBucket(run.parameters("ready"), 0);
        const auto stale = ofBucket(run.parameters("stale"), 0);
        const auto gathering = ofBucket(run.parameters("gathering"), 0);
        ASSERT_EQ(ready.size(), 3U);  // after set-up, after each step
        ASSERT_EQ(stale.size(), 2U);
        ASSERT_EQ(gathering.size(), 2U);
        for (size_t step = 0; step < 2; ++step) {
            EXPECT_EQ(ready[step].endNs, stale[step].tsNs);
            EXPECT_EQ(stale[step].endNs, gathering[step].tsNs);
            EXPECT_EQ(gathering[step].endNs, ready[step + 1].tsNs);
        }
        const int64_t bytes = 2 * run.problem.buckets.buckets[0].elements;
        EXPECT_EQ(ready[0]["bytes"], bytes);
        EXPECT_EQ(stale[0]["bytes"], bytes * 3 / 4);
        EXPECT_EQ(stale[0].tsNs,
                  ofBucket(eventsOf(run.trace, traces::kMarkCategory, "updated"), 0)[0].tsNs);
    }
}

TEST(ParameterLifetimes, OfAReplicatedUpdateAreNeverStale) {
    for (const PlayedRun& run : {PlayedRun(0, {.ranks = 4}), PlayedRun(2, {.ranks = 1})}) {
        EXPECT_TRUE(run.parameters("stale").empty());
        EXPECT_TRUE(run.parameters("gathering").empty());
        EXPECT_EQ(ofBucket(run.parameters("ready"), 0).size(), 3U);
    }
}

TEST(ParameterLifetimes, AtStage3AreReadyOnlyWhileUsed) {
    const PlayedRun run(3, {.ranks = 4, .gradAccum = 2, .steps = 1});
    for (int64_t bucket = 0; bucket < run.buckets(); ++bucket) {
        const auto gathering = ofBucket(run.parameters("gathering"), bucket);
        const auto ready = ofBucket(run.parameters("ready"), bucket);
        ASSERT_EQ(gathering.size(), 4U);  // forward and backward of two micro-batches
        ASSERT_EQ(ready.size(), 4U);
        for (size_t at = 0; at < 4; ++at) {
            EXPECT_EQ(gathering[at].endNs, ready[at].tsNs);
            if (at > 0) {
                EXPECT_GE(gathering[at].tsNs, ready[at - 1].endNs);
            }
        }
    }
    EXPECT_TRUE(run.parameters("stale").empty());
}

TEST(ParameterLifetimes, AtStage3OnOneRankAreReadyWhileCopied) {
    const PlayedRun run(3, {.ranks = 1, .steps = 1});
    EXPECT_EQ(ofBucket(run.parameters("ready"), 0).size(), 2U);
    EXPECT_TRUE(run.parameters("gathering").empty());
}

TEST(ParameterLifetimes, AllEnd) {
    for (int stage = 0; stage <= 3; ++stage) {
        const PlayedRun run(stage, {.ranks = 2});
        for (const char* name : {"ready", "stale", "gathering"}) {
            for (const Seen& life : run.parameters(name)) EXPECT_GE(life.endNs, life.tsNs) << name;
        }
    }
}

TEST(ParameterMarks, AreOneAGather) {
    const PlayedRun run(1, {.ranks = 2, .steps = 1});
    const auto starts = eventsOf(run.trace, traces::kMarkCategory, "gather start");
    const auto ends = eventsOf(run.trace, traces::kMarkCategory, "gathered");
    EXPECT_EQ(starts.size(), static_cast<size_t>(run.buckets()));
    EXPECT_EQ(ends.size(), static_cast<size_t>(run.buckets()));
}

}  // namespace
}  // namespace shardscope::profiler
