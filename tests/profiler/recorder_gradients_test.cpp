// Gradient lifetimes, marks and arrows of played runs: what the stages differ in.

#include <set>

#include "tests/profiler/recorder_run.h"

namespace shardscope::profiler {
namespace {

int64_t fullBytes(const PlayedRun& run, const Seen& life) {
    return 2 * run.problem.buckets[core::BucketId{static_cast<int32_t>(life["bucket"])}].elements;
}

TEST(GradientLifetimes, AtStage1EveryFullGradientLivesUntilTheUpdate) {
    const PlayedRun run(1, {.ranks = 4});
    const auto full = ofStep(run.gradients("full"), 0);
    ASSERT_EQ(full.size(), static_cast<size_t>(run.buckets()));
    EXPECT_EQ(mostAtOnce(full), run.buckets());
    for (const Seen& life : full) {
        const auto update = ofStep(
            eventsOf(run.trace, traces::kKernelCategory, "adamw update " + life.text("label")), 0);
        ASSERT_EQ(update.size(), 1U);
        EXPECT_EQ(life.endNs, update[0].endNs);
        EXPECT_EQ(life["bytes"], fullBytes(run, life));
    }
}

TEST(GradientLifetimes, AtStage2OnlyBucketsInFlightAreFullSize) {
    for (int64_t transferNs : {0, 5000, 50'000}) {
        const PlayedRun run(2, {.ranks = 4, .gradAccum = 2, .transferNs = transferNs});
        const auto full = run.gradients("full");
        EXPECT_EQ(full.size(), static_cast<size_t>(run.buckets() * 2 * 2));
        EXPECT_LE(mostAtOnce(full), run.problem.strategy.inFlight);
    }
}

TEST(GradientLifetimes, AtStage1WhatOthersOwnIsDeadFromTheReductionOn) {
    const PlayedRun run(1, {.ranks = 4});
    const auto full = ofStep(run.gradients("full"), 0);
    const auto dead = ofStep(run.gradients("dead"), 0);
    const auto shards = ofStep(run.gradients("shard"), 0);
    ASSERT_EQ(dead.size(), full.size());
    ASSERT_EQ(shards.size(), full.size());
    for (size_t at = 0; at < full.size(); ++at) {
        EXPECT_EQ(dead[at]["bytes"], fullBytes(run, dead[at]) * 3 / 4);
        EXPECT_EQ(shards[at]["bytes"], fullBytes(run, shards[at]) / 4);
        EXPECT_EQ(dead[at].tsNs, shards[at].tsNs);
        EXPECT_EQ(dead[at].endNs, shards[at].endNs);
    }
}

TEST(GradientLifetimes, AtStage2DeathIsShortAndTheShardStays) {
    const PlayedRun run(2, {.ranks = 4});
    const auto updates = ofStep(eventsOf(run.trace, traces::kMarkCategory, "updated"), 0);
    const auto shards = ofStep(run.gradients("shard"), 0);
    ASSERT_EQ(shards.size(), static_cast<size_t>(run.buckets()));
    for (const Seen& shard : shards) {
        EXPECT_EQ(shard["bytes"], fullBytes(run, shard) / 4);
        EXPECT_TRUE(std::any_of(updates.begin(), updates.end(), [&](const Seen& mark) {
            return mark["bucket"] == shard["bucket"] && mark.tsNs == shard.endNs;
        }));
    }
    const auto sum = [](const std::vector<Seen>& lives) {
        int64_t ns = 0;
        for (const Seen& life : lives) ns += life.endNs - life.tsNs;
        return ns;
    };
    EXPECT_LT(sum(run.gradients("dead")), sum(PlayedRun(1, {.ranks = 4}).gradients("dead")) / 2);
}

TEST(GradientLifetimes, AtStage0NothingIsDeadAndNothingIsAShard) {
    const PlayedRun run(0, {.ranks = 4});
    EXPECT_EQ(run.gradients("full").size(), static_cast<size_t>(2 * run.buckets()));
    EXPECT_TRUE(run.gradients("dead").empty());
    EXPECT_TRUE(run.gradients("shard").empty());
}

TEST(GradientLifetimes, OnOneRankNothingIsDeadAndNoArrowIsDrawn) {
    for (int stage = 0; stage <= 3; ++stage) {
        const PlayedRun run(stage, {.ranks = 1});
        EXPECT_FALSE(run.gradients("full").empty());
        EXPECT_TRUE(run.gradients("dead").empty());
        EXPECT_TRUE(eventsOf(run.trace, traces::kFlowCategory).empty());
        EXPECT_EQ(run.unmatched, 0);
    }
}

TEST(GradientLifetimes, BeginWithTheFirstWorkOnThemNotWithTheHostsCall) {
    const PlayedRun run(1);
    const auto phases = ofStep(eventsOf(run.trace, traces::kPhaseCategory, "backward"), 0);
    ASSERT_EQ(phases.size(), 1U);
    for (const Seen& life : ofStep(run.gradients("full"), 0)) {
        EXPECT_GE(life.tsNs, phases[0].tsNs);  // the host was done with the step long before
    }
}

TEST(GradientLifetimes, HaveIdsOfTheirOwnAcrossKindsAndRanks) {
    std::set<uint64_t> ids;
    size_t lives = 0;
    for (int ranks : {2, 3}) {
        const PlayedRun run(2, {.ranks = ranks});
        for (const auto* category : {&traces::kGradientCategory, &traces::kParameterCategory}) {
            for (const Seen& event : eventsOf(run.trace, *category)) {
                if (event.phase != 'b') continue;
                ids.insert(event.id);
                ++lives;
                EXPECT_LT(event.id, uint64_t{1} << 53);
            }
        }
    }
    EXPECT_EQ(ids.size(), lives);
}

TEST(GradientMarks, ComeInTheOrderOfALife) {
    for (int stage = 0; stage <= 3; ++stage) {
        const PlayedRun run(stage, {.ranks = 2, .gradAccum = 1});
        for (int64_t bucket = 0; bucket < run.buckets(); ++bucket) {
            int64_t beforeNs = 0;
            for (const char* name : {"born", "ready", "reduce start", "reduced", "released"}) {
                auto marks = ofStep(eventsOf(run.trace, traces::kMarkCategory, name), 0);
                std::erase_if(marks, [&](const Seen& m) { return m["bucket"] != bucket; });
                ASSERT_EQ(marks.size(), 1U) << name << " of bucket " << bucket;
                EXPECT_GE(marks[0].tsNs, beforeNs) << name;
                EXPECT_EQ(marks[0]["microBatch"], 0) << name;
                beforeNs = marks[0].tsNs;
            }
        }
    }
}

TEST(GradientMarks, FollowTheCadence) {
    const auto count = [](int stage, const char* name) {
        const PlayedRun run(stage, {.ranks = 2, .gradAccum = 3, .steps = 1});
        return eventsOf(run.trace, traces::kMarkCategory, name).size() /
               static_cast<size_t>(run.buckets());
    };
    EXPECT_EQ(count(1, "born"), 1U);
    EXPECT_EQ(count(1, "ready"), 3U);
    EXPECT_EQ(count(1, "reduced"), 1U);
    EXPECT_EQ(count(2, "born"), 3U);
    EXPECT_EQ(count(2, "reduced"), 3U);
    EXPECT_EQ(count(2, "released"), 3U);
    EXPECT_EQ(count(2, "updated"), 1U);
}

bool isInsideASpan(const traces::Trace& trace, const Seen& flow) {
    for (const traces::Event& event : trace.events) {
        const bool holds = event.phase == traces::Phase::Complete && event.tid == flow.tid &&
                           event.tsNs <= flow.tsNs && flow.tsNs < event.tsNs + event.durNs;
        if (holds) return true;
    }
    return false;
}

TEST(BucketArrows, GoFromReadyOverTheCollectiveToTheRelease) {
    for (int stage = 0; stage <= 3; ++stage) {
        const PlayedRun run(stage, {.ranks = 2, .gradAccum = 2, .steps = 1});
        const int perBucket = stage >= 2 ? 2 : 1;
        std::map<uint64_t, std::string> phases;
        std::map<uint64_t, int64_t> lastNs;
        for (const Seen& flow : eventsOf(run.trace, traces::kFlowCategory)) {
            phases[flow.id] += flow.phase;
            EXPECT_GE(flow.tsNs, lastNs[flow.id]);
            lastNs[flow.id] = flow.tsNs;
            EXPECT_TRUE(isInsideASpan(run.trace, flow)) << flow.phase << " at " << flow.tsNs;
        }
        EXPECT_EQ(phases.size(), static_cast<size_t>(run.buckets() * perBucket));
        for (const auto& [id, sequence] : phases) EXPECT_EQ(sequence, "stf");
    }
}

TEST(SkippedSteps, FreeGradientsAndUpdateNothing) {
    PlayedRun run(2, {.ranks = 2, .steps = 0, .dtype = core::DType::Fp16});
    ASSERT_TRUE(run.step.branches);
    Player player(run.recorder, run.setup, run.step, 5000);
    run.recorder.reserve(run.step);
    player.step(0, false);
    run.emit();
    EXPECT_EQ(run.unmatched, 0);
    EXPECT_TRUE(eventsOf(run.trace, traces::kMarkCategory, "updated").empty());
    EXPECT_EQ(ofStep(run.gradients("shard"), 0).size(), static_cast<size_t>(run.buckets()));
}

}  // namespace
}  // namespace shardscope::profiler
