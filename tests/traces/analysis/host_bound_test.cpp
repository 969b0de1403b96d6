// How long the device waited for its host, what recording cost, and whether gradients pile up.

#include "tests/traces/analysis/analysed.h"

namespace shardscope::traces {
namespace {

using core::Category;
using doubles::RecordedRun;

/// Step 1 from 1000 to 2000: an operation to 1100, a call of the host at @p callNs, the next operation
/// from 1500 on.
RecordedRun launchedLate(int64_t callNs) {
    RecordedRun run;
    run.run["ranks"] = 1;
    run.run["device"] = "cuda";
    run.inStep(0).window(0, 1000).inStep(1).inPhase("forward", 0).window(1000, 2000);
    run.action(1).compute(1000, 1100);
    run.action(2).hostAt(callNs).allocate(Category::Activations, 512);
    run.action(3).compute(1500, 2000);
    return run;
}

TEST(HostBound, IsUntilTheCallBeforeTheOperation) {
    RecordedRun run = launchedLate(1400);
    const RunReport report = analysed(run);
    EXPECT_EQ(report.time.hostBoundNs, 300);
    EXPECT_EQ(toJson(report).at("time").at("hostBoundNs"), 300);
}

TEST(HostBound, IsNoneWhereTheHostIsAhead) {
    RecordedRun run = launchedLate(1050);
    EXPECT_EQ(analysed(run).time.hostBoundNs, 0);
}

TEST(HostBound, EndsWhereTheOperationBegins) {
    RecordedRun run = launchedLate(1900);
    EXPECT_EQ(analysed(run).time.hostBoundNs, 400);
}

TEST(HostBound, AStallIsNoWaitForTheHost) {
    RecordedRun run = launchedLate(1400);
    run.action(2).stall("gather", 1100, 1350);
    EXPECT_EQ(analysed(run).time.hostBoundNs, 50);
}

TEST(HostBound, WhileTheHostWaitsForItsDeviceItIsNotLaunching) {
    RecordedRun run = launchedLate(1400);
    run.action(1).hostWait(1150, 1250);
    EXPECT_EQ(analysed(run).time.hostBoundNs, 200);
}

TEST(HostBound, IsNotClaimedWhereRanksShareCoresWithTheirStreams) {
    RecordedRun run = launchedLate(1400);
    run.run["device"] = "host";
    EXPECT_EQ(analysed(run).time.hostBoundNs, std::nullopt);
    run = launchedLate(1400);
    run.run["device"] = "host";
    run.run["source"] = "simulated";
    EXPECT_EQ(analysed(run).time.hostBoundNs, 300) << "a virtual clock has the launches in it";
}

TEST(RecorderShare, IsRecordsOfARankAndStepTimesWhatOneTakes) {
    RecordedRun run = launchedLate(1400);
    run.run["steps"] = 2;
    run.run["recorder"]["events"] = 20;
    EXPECT_EQ(analysed(run).recorderShare, std::nullopt) << "it was not measured";
    run = launchedLate(1400);
    run.run["steps"] = 2;
    run.run["recorder"]["events"] = 20;
    run.run["recorder"]["recordNs"] = 2.5;
    const RunReport report = analysed(run);
    EXPECT_DOUBLE_EQ(report.recorderShare.value_or(0.0), 10 * 2.5 / 1000.0);
    const Json json = toJson(report).at("recorder");
    EXPECT_EQ(json.at("recordNs"), 2.5);
    EXPECT_DOUBLE_EQ(json.at("stepShare").get<double>(), 0.025);
}

/// Live full buckets at most, by step; each bucket 1 KiB.
LiveGrowth growthOver(const std::vector<int>& steps) {
    RecordedRun run;
    run.run["ranks"] = 1;
    run.bucket("B1", 512, 512).bucket("B0", 512, 512);
    int live = 0;
    for (size_t step = 0; step < steps.size(); ++step) {
        const auto at = static_cast<int64_t>(step);
        run.inStep(at).inPhase("backward", 0).window(1000 * at, 1000 * at + 1000);
        run.allocate(Category::Activations, 512).free(Category::Activations);
        for (; live < steps[step]; ++live)
            run.allocate(Category::Gradients, 1024, 0, std::to_string(live));
        for (; live > steps[step]; --live)
            run.free(Category::Gradients, 0, std::to_string(live - 1));
    }
    return analysed(run).gradients.growth;
}

TEST(Growth, BucketsThatPileUpOverTheStepsAreSeen) {
    const LiveGrowth growth = growthOver({2, 2, 3, 3, 5});
    EXPECT_EQ(growth, (LiveGrowth{"steps", 2, 5, 3 * 1024}));
}

TEST(Growth, WhatGoesUpAndDownDoesNotPileUp) {
    EXPECT_EQ(growthOver({2, 2, 5, 3, 4}), LiveGrowth{});
    EXPECT_EQ(growthOver({2, 2, 2, 2}), LiveGrowth{});
    EXPECT_EQ(growthOver({1, 2, 3}), LiveGrowth{}) << "two measured steps are no trend";
}

TEST(Growth, WithinAStepItIsSaidOfMicroBatches) {
    RecordedRun run;
    run.run["ranks"] = 1;
    run.run["workload"]["gradAccum"] = 3;
    run.bucket("B0", 512, 512);
    for (int64_t step = 0; step < 2; ++step) {
        run.inStep(step).window(1000 * step, 1000 * step + 1000);
        for (int64_t m = 0; m < 3; ++m)
            run.inPhase("backward", m).allocate(Category::Gradients, 1024, 0, std::to_string(m));
        for (int64_t m = 0; m < 3; ++m) run.free(Category::Gradients, 0, std::to_string(m));
    }
    const RunReport report = analysed(run);
    EXPECT_EQ(report.gradients.growth, (LiveGrowth{"micro-batches", 1, 3, 2 * 1024}));
    const Json growth{
        {"over", "micro-batches"}, {"firstBuckets", 1}, {"lastBuckets", 3}, {"bytes", 2 * 1024}};
    EXPECT_EQ(toJson(report).at("gradients").at("liveGrowth"), growth);
}

TEST(Growth, NoStageOfOursPilesUp) {
    for (const char* preset : {"zero-0", "zero-1", "zero-2", "zero-3"}) {
        const RunReport report =
            analysed(doubles::Scenario{.does = preset, .label = preset, .gradAccum = 4});
        EXPECT_EQ(report.gradients.growth, LiveGrowth{}) << preset;
        EXPECT_TRUE(toJson(report).at("gradients").at("liveGrowth").is_null());
    }
}

TEST(ReleaseLag, IsFromReducedToReleased) {
    RecordedRun run;
    run.bucket("B0", 512, 512);
    for (int64_t step = 0; step < 3; ++step) {
        const int64_t begin = 1000 * step;
        run.inStep(step).inPhase("backward", 0).window(begin, begin + 1000);
        run.gradient("full", 0, 1024, begin + 100, begin + 600 + 100 * step);
        run.gradient("dead", 0, 512, begin + 400, begin + 600 + 100 * step);
    }
    const RunReport report = analysed(run);
    EXPECT_EQ(report.gradients.perBucket.at(0).releaseLagNs, 350) << "of steps 1 and 2";
    const Json buckets = toJson(report).at("gradients").at("perBucket");
    EXPECT_EQ(buckets.at(0).at("releaseLagNs"), 350);
}

}  // namespace
}  // namespace shardscope::traces
