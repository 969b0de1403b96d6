// Peaks, their composition, the second peak, the pool's numbers, the paper's formula.

#include "core/engine/pool_replay.h"
#include "tests/traces/analysis/analysed.h"

namespace shardscope::traces {
namespace {

using core::Category;
using doubles::RecordedRun;

int64_t at(const Peak& peak, Category category) {
    return peak.composition[static_cast<size_t>(category)];
}

TEST(Memory, PeakIsTheFirstHighestInstantOfTheLowestRank) {
    RecordedRun run;
    for (int rank : {0, 1}) {
        run.onRank(rank).inStep(-1).inPhase("setup").allocate(Category::Weights, 1000);
        run.inStep(0).inPhase("forward", 0).allocate(Category::Activations, 500);
        run.inPhase("backward", 0)
            .allocate(Category::Gradients, 300, 0)
            .free(Category::Activations);
        run.allocate(Category::Workspace, 500);
    }
    const MemoryReport memory = analysed(run).memory;
    EXPECT_EQ(memory.peak.bytes, 1800);
    EXPECT_EQ(memory.peak.phase, "backward");
    EXPECT_EQ(memory.peak.step, 0);
    EXPECT_EQ(memory.peak.microBatch, 0);
    EXPECT_EQ(memory.peak.rank, 0);
    EXPECT_EQ(at(memory.peak, Category::Activations), 500) << "the first of two equal instants";
    EXPECT_EQ(memory.perRankPeakBytes, (std::vector<int64_t>{1800, 1800}));
}

TEST(Memory, TheRankWithTheLargestPeakIsReported) {
    RecordedRun run;
    run.onRank(0).allocate(Category::Weights, 100);
    run.onRank(1).allocate(Category::Weights, 100).allocate(Category::Workspace, 1);
    const MemoryReport memory = analysed(run).memory;
    EXPECT_EQ(memory.peak.rank, 1);
    EXPECT_EQ(memory.perRankPeakBytes, (std::vector<int64_t>{100, 101}));
}

TEST(Memory, SecondPeakIsTheHighestInAnotherPhase) {
    RecordedRun run;
    run.inPhase("setup").allocate(Category::Weights, 1000);
    run.inStep(0).inPhase("forward", 0).allocate(Category::Activations, 700);
    run.inPhase("backward", 0).free(Category::Activations).allocate(Category::Gradients, 900, 0);
    run.inPhase("optimizer").free(Category::Gradients, 0);
    const MemoryReport memory = analysed(run).memory;
    EXPECT_EQ(memory.peak.phase, "backward");
    ASSERT_TRUE(memory.second);
    EXPECT_EQ(memory.second->phase, "forward");
    EXPECT_EQ(memory.second->bytes, 1700);
    EXPECT_EQ(at(*memory.second, Category::Activations), 700);
}

TEST(Memory, APhaseCountsWhatItFound) {
    RecordedRun run;
    run.inPhase("setup").allocate(Category::Weights, 1000);
    run.inStep(0).inPhase("backward", 0).allocate(Category::Gradients, 900, 0);
    run.inPhase("optimizer").free(Category::Gradients, 0);
    const auto phases = analysed(run).memory.peakPerPhase;
    EXPECT_EQ(phases.at("setup"), 1000);
    EXPECT_EQ(phases.at("backward"), 1900);
    EXPECT_EQ(phases.at("optimizer"), 1900);
}

TEST(Memory, AFirstStepThatIsNotLikeLaterOnesHasAnEntryOfItsOwn) {
    const auto phasesWith = [](int64_t stateBytes) {
        RecordedRun run;
        run.inPhase("setup").allocate(Category::Weights, 1000);
        for (int step = 0; step < 2; ++step) {
            run.inStep(step).inPhase("backward", 0).allocate(Category::Gradients, 900, 0);
            run.inPhase("optimizer").free(Category::Gradients, 0);
            if (step == 0) run.allocate(Category::OptimizerState, stateBytes);
        }
        return analysed(run).memory.peakPerPhase;
    };
    EXPECT_FALSE(phasesWith(0).contains("first step"));
    EXPECT_EQ(phasesWith(300).at("first step"), 1900);
    EXPECT_EQ(phasesWith(300).at("backward"), 2200);
}

TEST(Memory, SavingACheckpointIsAPhaseThoughNothingIsAllocated) {
    RecordedRun run;
    run.inPhase("setup").allocate(Category::Weights, 1000);
    run.inStep(1).inPhase("checkpoint").phaseSpan(10, 10);
    EXPECT_EQ(analysed(run).memory.peakPerPhase.at("checkpoint"), 1000);
}

TEST(Memory, BlocksAndSegmentsComeFromTheCalls) {
    RecordedRun run;
    run.allocate(Category::Weights, 1000);
    const MemoryReport memory = analysed(run).memory;
    EXPECT_EQ(memory.allocatedPeakBytes, 1024);
    EXPECT_EQ(memory.reservedPeakBytes, 2 << 20);
}

TEST(Memory, SmallestLimitIsWhereTheWorstRanksCallsReplay) {
    RecordedRun run;
    run.allocate(Category::Weights, 30 << 20).allocate(Category::Activations, 30 << 20);
    run.free(Category::Activations).allocate(Category::Gradients, 10 << 20, 0);
    EXPECT_EQ(analysed(run).memory.smallestLimitBytes, 60 << 20);
}

TEST(Memory, TheHashIsOfTheCallsInPlanOrder) {
    const auto hashOf = [](Category category) {
        RecordedRun run;
        run.allocate(category, 1000);
        return analysed(run).memory.callSequenceHash;
    };
    core::CallSequenceHash expected;
    expected.add({.allocate = true,
                  .buffer = 0,
                  .requested = 1000,
                  .tag = Category::Weights,
                  .home = core::StreamId{0},
                  .block = {.segment = 0, .offset = 0, .bytes = 1024}});
    EXPECT_EQ(hashOf(Category::Weights), expected.digest());
    EXPECT_NE(hashOf(Category::Weights), hashOf(Category::Activations));
}

TEST(Memory, CallsThatCannotBeReplayedAreLeftOut) {
    RecordedRun run;
    run.run["ranks"] = 1;
    run.allocate(Category::Weights, 4 << 20);
    Trace trace = run.done();
    trace.events.push_back(trace.events.front());  // allocated twice: a damaged file
    EXPECT_EQ(analysed(trace).memory.smallestLimitBytes, 4 << 20);
}

TEST(Memory, FitsSaysWhetherAGivenLimitWasMet) {
    RecordedRun run;
    run.allocate(Category::Weights, 1000);
    EXPECT_EQ(analysed(run).memory.fits, std::nullopt);
    RecordedRun limited;
    limited.run["memoryLimit"] = 4096;
    EXPECT_EQ(analysed(limited).memory.fits, true);
    RecordedRun failed;
    failed.run["memoryLimit"] = 4096;
    failed.run["status"] = "oom";
    EXPECT_EQ(analysed(failed).memory.fits, false);
}

/// Stage → bytes of 6,000 parameters over 2 ranks, 16-bit: (2 + 2 + 12) * 6,000 = 96,000 whole.
TEST(PaperStates, FollowTheStagesAxes) {
    const auto paper = [](const std::string& preset) {
        return analysed(doubles::Scenario{.does = preset, .label = preset}).memory.paperBytes;
    };
    EXPECT_EQ(paper("zero-0"), 16 * 6000);
    EXPECT_EQ(paper("zero-1"), (2 + 2 + 6) * 6000);
    EXPECT_EQ(paper("zero-2"), (2 + 1 + 6) * 6000);
    EXPECT_EQ(paper("zero-3"), (1 + 1 + 6) * 6000);
}

TEST(PaperStates, Fp32AndSgdHaveTheirOwnBytes) {
    RecordedRun run;
    run.bucket("B0", 1024, 1000);
    run.run["workload"]["dtype"] = "fp32";
    run.run["gradientBytesPerElement"] = 4;
    RecordedRun sgd = run;
    const MemoryReport adam = analysed(run).memory;
    EXPECT_EQ(adam.paperBytes, 4 * 1000 + (4 + 8) * 500);
    EXPECT_EQ(adam.convention, "fp32+AdamW 4+4+8");
    sgd.run["workload"]["optimizer"] = "sgd";
    EXPECT_EQ(analysed(sgd).memory.convention, "fp32+SGD 4+4+4");
}

TEST(PaperStates, ShardsCastFromTheMasterAreNotCountedTwice) {
    RecordedRun run;
    run.bucket("B0", 1024, 1000);
    run.run["workload"]["dtype"] = "bf16";
    run.run["strategy"]["workingShards"] = "cast-from-master";
    EXPECT_EQ(analysed(run).memory.convention, "bf16+AdamW 0+2+12");
}

TEST(PaperStates, ModelStatesAreTheMostHeldAtOnce) {
    const MemoryReport one =
        analysed(doubles::Scenario{.does = "zero-1", .label = "zero-1"}).memory;
    EXPECT_EQ(one.modelStateBytes, (2 + 2 + 6) * 6144) << "padded, as held";
}

}  // namespace
}  // namespace shardscope::traces
