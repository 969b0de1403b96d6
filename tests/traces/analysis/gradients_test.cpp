// Lifetimes of full-size gradients: in bytes by plan order, in time by the device.

#include "tests/traces/analysis/analysed.h"

namespace shardscope::traces {
namespace {

using core::Category;
using doubles::RecordedRun;
using doubles::Scenario;

TEST(Gradients, StageOneHoldsEveryBucket) {
    const GradientReport report = analysed(Scenario{.does = "zero-1", .label = "zero-1"}).gradients;
    EXPECT_EQ(report.buckets, 6);
    EXPECT_EQ(report.peakLiveFullBuckets, 6);
    EXPECT_EQ(report.peakLiveFullBytes, 6 * 2048);
    EXPECT_EQ(report.shardBytes, 0) << "the shard stays in the full bucket";
}

TEST(Gradients, StageTwoHoldsTheBucketsInFlightAndTheShards) {
    const GradientReport report = analysed(Scenario{}).gradients;
    EXPECT_EQ(report.peakLiveFullBuckets, 2);
    EXPECT_EQ(report.peakLiveFullBytes, 2 * 2048);
    EXPECT_EQ(report.shardBytes, 6 * 1024);
}

TEST(Gradients, ShardBytesLeaveOutWhatIsComingIn) {
    EXPECT_EQ(analysed(Scenario{.gradAccum = 4}).gradients.shardBytes, 6 * 1024);
}

TEST(Gradients, TiedBucketIsCountedApart) {
    RecordedRun run;
    run.bucket("B1", 1024, 1000).bucket("B0", 512, 512, true);
    run.inStep(0).inPhase("backward", 0);
    run.allocate(Category::Gradients, 1024, 1).allocate(Category::Gradients, 2048, 0);
    const GradientReport report = analysed(run).gradients;
    EXPECT_EQ(report.peakLiveFullBytes, 3072);
    EXPECT_EQ(report.peakLiveFullBuckets, 2);
    EXPECT_EQ(report.tiedFullBytes, 1024);
}

/// One bucket alive for 30 and one for 10 of 100 ns; the second twice as long on rank 1.
TEST(Gradients, HeldShareIsTheMeanOverBucketsStepsAndRanks) {
    RecordedRun run;
    run.bucket("B1", 128, 128).bucket("B0", 128, 128);
    for (int rank : {0, 1}) {
        run.onRank(rank);
        for (int64_t step : {0, 1}) {
            const int64_t t = 100 * step;
            run.inStep(step).window(t, t + 100);
            run.gradient("full", 0, 256, t + 10, t + 40);
            run.gradient("full", 1, 256, t + 50, t + (rank == 0 ? 60 : 70));
        }
    }
    EXPECT_DOUBLE_EQ(analysed(run).gradients.heldShare, (0.3 + 0.1 + 0.3 + 0.2) / 4.0);
}

TEST(Gradients, ALifetimeAcrossStepsCountsInEach) {
    RecordedRun run;
    run.run["ranks"] = 1;
    run.bucket("B0", 128, 128);
    for (int64_t step : {0, 1, 2}) run.inStep(step).window(100 * step, 100 * step + 100);
    run.gradient("full", 0, 256, 150, 250);  // half of step 1 and half of step 2
    EXPECT_DOUBLE_EQ(analysed(run).gradients.heldShare, 0.5);
}

TEST(Gradients, DeadByteSecondsAreBytesTimesTimeOfAStep) {
    RecordedRun run;
    run.run["ranks"] = 1;
    run.bucket("B0", 128, 128);
    for (int64_t step : {0, 1}) {
        const int64_t t = step * 1'000'000'000;
        run.inStep(step).window(t, t + 1'000'000'000);
        run.gradient("dead", 0, 200, t + 250'000'000, t + 750'000'000);
    }
    EXPECT_DOUBLE_EQ(analysed(run).gradients.deadByteSeconds, 100.0);
}

TEST(Gradients, EachBucketHasItsLifetime) {
    RecordedRun run;
    run.run["ranks"] = 1;
    run.bucket("B1", 128, 128);
    run.inStep(0).window(0, 100).inStep(1).window(100, 200);
    run.gradient("full", 0, 256, 110, 160).gradient("dead", 0, 128, 150, 160);
    const GradientReport report = analysed(run).gradients;
    const BucketLifetime expected{.label = "B1",
                                  .fullBytes = 256,
                                  .heldShare = 0.5,
                                  .deadShare = 0.1,
                                  .bornNs = 10,
                                  .releasedNs = 60,
                                  .releaseLagNs = 10};
    ASSERT_EQ(report.perBucket.size(), 1U);
    EXPECT_EQ(report.perBucket.front(), expected);
}

TEST(GradientCurve, FollowsBirthsAndReleasesOfTheMedianStep) {
    RecordedRun run;
    run.run["ranks"] = 1;
    run.bucket("B0", 128, 128);
    run.inStep(0).window(0, 100).inStep(1).window(100, 200);
    run.inPhase("backward", 0).phaseSpan(120, 160).inPhase("optimizer").phaseSpan(160, 190);
    run.gradient("full", 0, 256, 130, 180).gradient("full", 0, 100, 150, 180);
    const GradientCurve curve = analysed(run).curve;
    EXPECT_EQ(curve.timeNs, (std::vector<int64_t>{0, 30, 50, 80}));
    EXPECT_EQ(curve.bytes, (std::vector<int64_t>{0, 256, 356, 0}));
    EXPECT_EQ(curve.backwardBeginNs, 20);
    EXPECT_EQ(curve.optimizerBeginNs, 60);
    EXPECT_EQ(curve.endNs, 100);
}

TEST(GradientCurve, WhatLivesThroughTheStepStaysToItsEnd) {
    RecordedRun run;
    run.run["ranks"] = 1;
    run.bucket("B0", 128, 128);
    run.inStep(0).window(0, 100).inStep(1).window(100, 200);
    run.gradient("full", 0, 256, 50, 300);
    const GradientCurve curve = analysed(run).curve;
    EXPECT_EQ(curve.timeNs, (std::vector<int64_t>{0}));
    EXPECT_EQ(curve.bytes, (std::vector<int64_t>{256}));
}

}  // namespace
}  // namespace shardscope::traces
