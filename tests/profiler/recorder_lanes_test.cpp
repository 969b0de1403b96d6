// Lanes, steps, phases, operations and stalls of played runs.

#include "tests/profiler/recorder_run.h"

namespace shardscope::profiler {
namespace {

using traces::kKernelCategory;

TEST(RecorderLanes, AreNamedOnceAndInReadingOrder) {
    const PlayedRun run(2, {.ranks = 4});
    std::map<uint32_t, std::string> names;
    for (const traces::Lane& lane : run.trace.lanes) {
        EXPECT_EQ(lane.pid, traces::pidOfRank(3));
        EXPECT_TRUE(names.try_emplace(lane.isProcess ? 0 : lane.tid, lane.name).second);
    }
    const std::map<uint32_t, std::string> expected{
        {0, "rank 3"},
        {traces::kPhaseTid, "phases"},
        {traces::kComputeTid, "compute stream"},
        {traces::kCommunicationTid, "communication stream"},
        {traces::kHostTid, "host"}};
    EXPECT_EQ(names, expected);
}

TEST(RecorderLanes, HoldTheHostsWaitsOnTheHostsLaneWithinTheirStep) {
    PlayedRun run(2, {.steps = 1});
    const auto steps = eventsOf(run.trace, traces::kStepCategory);
    ASSERT_EQ(steps.size(), 1U);
    const int64_t endNs = steps[0].endNs;
    run.recorder.onHostWait({.action = run.step.microBatch[0].index, .step = 0, .microBatch = 0},
                            core::HostWaitFor::ComputeStream, endNs - 50, endNs + 7);
    run.emit();
    const auto waits = eventsOf(run.trace, traces::kHostWaitCategory);
    ASSERT_EQ(waits.size(), 1U);
    EXPECT_EQ(waits[0].name, "waits for the compute stream");
    EXPECT_EQ(waits[0].tid, traces::kHostTid);
    EXPECT_EQ(waits[0]["step"], 0);
    EXPECT_EQ(waits[0].endNs, endNs) << "what sticks out is the fit's error";
    EXPECT_EQ(run.unmatched, 0);
}

/// Spans of each lane nest or are disjoint (W7).
void expectNoPartialOverlap(const traces::Trace& trace) {
    std::map<uint32_t, std::vector<int64_t>> open;  // ends of the enclosing spans
    for (const traces::Event& event : trace.events) {
        if (event.phase != traces::Phase::Complete) continue;
        ASSERT_GE(event.durNs, 0);
        auto& ends = open[event.tid];
        while (!ends.empty() && ends.back() <= event.tsNs) ends.pop_back();
        const int64_t endNs = event.tsNs + event.durNs;
        if (!ends.empty()) {
            EXPECT_LE(endNs, ends.back()) << trace.text(event.name);
        }
        ends.push_back(endNs);
    }
}

TEST(RecorderLanes, HoldSpansThatNestOrAreDisjoint) {
    for (int stage = 0; stage <= 3; ++stage) {
        expectNoPartialOverlap(PlayedRun(stage, {.ranks = 4, .gradAccum = 3}).trace);
        expectNoPartialOverlap(PlayedRun(stage, {.ranks = 4, .overlap = false}).trace);
    }
}

TEST(RecorderLanes, MoveASpanThatOverlapsItsPredecessor) {
    PlayedRun run(2, {.steps = 0});
    const auto launch =
        std::find_if(run.step.microBatch.begin(), run.step.microBatch.end(),
                     [](const auto& a) { return std::holds_alternative<core::Launch>(a.what); });
    run.recorder.reserve(run.step);
    const auto at = [&](int32_t microBatch) {
        return core::ActionRef{.action = launch->index, .step = 0, .microBatch = microBatch};
    };
    run.recorder.onOperation(at(0), core::kCompute, 1'000'000, 1'000'100);
    run.recorder.onOperation(at(1), core::kCompute, 1'000'050, 1'000'200);
    run.emit();
    const auto spans = ofStep(eventsOf(run.trace, kKernelCategory), 0);
    ASSERT_EQ(spans.size(), 2U);
    EXPECT_EQ(spans[0].tid, traces::kComputeTid);
    EXPECT_EQ(spans[1].tid, traces::kComputeTid + traces::kOverflowTid);
    EXPECT_TRUE(std::any_of(run.trace.lanes.begin(), run.trace.lanes.end(), [](const auto& lane) {
        return lane.tid == traces::kComputeTid + traces::kOverflowTid &&
               lane.name == "compute stream (2)";
    }));
}

TEST(RecorderSteps, AreCountedFromOneForPeopleAndFromZeroInArguments) {
    const PlayedRun run(1);
    const auto steps = eventsOf(run.trace, traces::kStepCategory);
    ASSERT_EQ(steps.size(), 2U);
    EXPECT_EQ(steps[0].name, "ProfilerStep#1");
    EXPECT_EQ(steps[1].name, "ProfilerStep#2");
    EXPECT_EQ(steps[1]["step"], 1);
    EXPECT_EQ(steps[1].tid, traces::kHostTid);
    EXPECT_EQ(steps[0].endNs, steps[1].tsNs);
}

TEST(RecorderPhases, FollowOneAnotherInsideTheStep) {
    const PlayedRun run(1, {.gradAccum = 2});
    const auto step = eventsOf(run.trace, traces::kStepCategory)[1];
    const auto phases = ofStep(eventsOf(run.trace, traces::kPhaseCategory), 1);
    std::string names;
    for (size_t at = 0; at < phases.size(); ++at) {
        names += phases[at].name + std::to_string(phases[at]["microBatch"]) + " ";
        EXPECT_EQ(phases[at].endNs, at + 1 < phases.size() ? phases[at + 1].tsNs : step.endNs);
    }
    EXPECT_EQ(names, "forward0 backward0 forward1 backward1 optimizer-1 gather-1 ");
    EXPECT_GE(phases.front().tsNs, step.tsNs);
}

TEST(RecorderPhases, SetUpEndsWithItsLastOperation) {
    const PlayedRun run(1);
    const auto setup = eventsOf(run.trace, traces::kPhaseCategory, "setup");
    ASSERT_EQ(setup.size(), 1U);
    int64_t lastNs = 0;
    for (const Seen& event : ofStep(eventsOf(run.trace, kKernelCategory), -1)) {
        lastNs = std::max(lastNs, event.endNs);
    }
    EXPECT_EQ(setup[0].endNs, lastNs);
    EXPECT_EQ(setup[0]["step"], -1);
}

TEST(RecorderOperations, SayWhatTheyAreAndWhatTheyCost) {
    const PlayedRun run(1);
    const auto found = eventsOf(run.trace, kKernelCategory, "matmul layers.2");
    ASSERT_FALSE(found.empty());
    const Seen& matmul = found.front();
    EXPECT_EQ(matmul.text("phase"), "forward");
    EXPECT_EQ(matmul["step"], 0);
    EXPECT_EQ(matmul["microBatch"], 0);
    EXPECT_EQ(matmul["layer"], 3);
    EXPECT_EQ(matmul["stream"], traces::kComputeTid);
    EXPECT_EQ(matmul["flops"], 2 * 8 * 32 * 32);
    EXPECT_EQ(matmul["bytes"], 2 * (8 * 32 + 32 * 32 + 32 + 8 * 32));  // in, weight, bias, out
    EXPECT_EQ(matmul.endNs - matmul.tsNs, Player::kOperationNs);
    const core::Action& action = *run.step.flat()[static_cast<size_t>(matmul["action"])];
    EXPECT_EQ(action.name, "layers.2");
}

TEST(RecorderOperations, OfABucketCarryItsLabelAndOnlyTheBytesOfTheirRange) {
    const PlayedRun run(1, {.ranks = 4});
    const auto updates = ofStep(eventsOf(run.trace, kKernelCategory, "adamw update B0"), 0);
    ASSERT_EQ(updates.size(), 1U);
    EXPECT_EQ(updates[0].text("label"), "B0");
    EXPECT_EQ(updates[0]["bucket"], run.buckets() - 1);
    const core::BucketId last{run.buckets() - 1};
    const int64_t shard = run.problem.buckets.shardElements(last);
    // Reads gradient, master, m, v and three scalars; writes weights, master, m, v.
    EXPECT_EQ(updates[0]["bytes"], shard * (2 + 12) + 3 * 4 + shard * (2 + 12));
}

TEST(RecorderStalls, NameTheEventAndTheCause) {
    const PlayedRun run(2, {.transferNs = 50'000});
    const auto stalls = ofStep(eventsOf(run.trace, traces::kStallCategory), 0);
    std::map<std::string, int> causes;
    for (const Seen& stall : stalls) {
        ++causes[stall.text("cause")];
        EXPECT_EQ(stall.tid, traces::kComputeTid);
        EXPECT_GT(stall.endNs - stall.tsNs, 1000);
    }
    EXPECT_GT(causes["in-flight"], 0);
    EXPECT_GT(causes["drain"], 0);
    EXPECT_GT(causes["gather"], 0);
    EXPECT_EQ(stalls.front().name, "wait reduced " + stalls.front().text("label"));
}

TEST(RecorderStalls, AreNotShownWhereTheStreamHardlyStood) {
    const PlayedRun run(2, {.transferNs = 0});
    for (const Seen& stall : eventsOf(run.trace, traces::kStallCategory)) {
        EXPECT_GT(stall.endNs - stall.tsNs, 1000) << stall.name;
    }
    EXPECT_LT(eventsOf(run.trace, traces::kStallCategory).size(),
              eventsOf(PlayedRun(2, {.transferNs = 50'000}).trace, traces::kStallCategory).size());
}

TEST(RecorderTimes, AreShiftedByTheOffset) {
    PlayedRun run(2);
    const auto before = eventsOf(run.trace, kKernelCategory);
    run.emit(7);
    const auto after = eventsOf(run.trace, kKernelCategory);
    ASSERT_EQ(before.size(), after.size());
    for (size_t at = 0; at < before.size(); ++at) EXPECT_EQ(after[at].tsNs, before[at].tsNs - 7);
}

}  // namespace
}  // namespace shardscope::profiler
