// Where a step's time goes.

#include "tests/traces/analysis/analysed.h"

namespace shardscope::traces {
namespace {

using doubles::RecordedRun;

/// Step 1 of one rank with a window of 1,000 ns; step 0 is there and is not measured.
RecordedRun oneStep() {
    RecordedRun run;
    run.run["ranks"] = 1;
    run.inStep(0).window(0, 5000).compute(0, 5000).inStep(1).window(5000, 6000);
    return run;
}

TEST(Time, ComputeIsTheUnionOfOperations) {
    RecordedRun run = oneStep();
    run.compute(5000, 5300).compute(5200, 5400).compute(5600, 5700);
    EXPECT_EQ(analysed(run).time.computeNs, 500);
}

TEST(Time, ExposedIsTransferInWhichComputeDidNothing) {
    RecordedRun run = oneStep();
    run.bucket("B0", 128, 128).compute(5000, 5300);
    run.collective("allgather", "parameter", 0, 5100, 100, 5500);
    const TimeReport time = analysed(run).time;
    EXPECT_EQ(time.waitingNs, 100);
    EXPECT_EQ(time.communicationNs, 300) << "5200 to 5500: waiting for peers is left out";
    EXPECT_EQ(time.exposedCommunicationNs, 200) << "5300 to 5500";
}

TEST(Time, StallsAreSummedByCause) {
    RecordedRun run = oneStep();
    run.stall("in-flight", 5000, 5010).stall("in-flight", 5100, 5120).stall("gather", 5300, 5400);
    const TimeReport time = analysed(run).time;
    EXPECT_EQ(time.stallNs, 130);
    EXPECT_EQ(time.stallByCauseNs.at("in-flight"), 30);
    EXPECT_EQ(time.stallByCauseNs.at("gather"), 100);
}

TEST(Time, MedianOverSteadyStepsThenMaximumOverRanks) {
    RecordedRun run;
    const std::vector<std::vector<int64_t>> lengths{{900, 10, 20, 60}, {900, 30, 40, 50}};
    for (int rank : {0, 1}) {
        int64_t t = 0;
        for (int64_t step = 0; step < 4; ++step) {
            const int64_t ns = lengths[static_cast<size_t>(rank)][static_cast<size_t>(step)];
            run.onRank(rank).inStep(step).window(t, t + ns);
            t += ns;
        }
    }
    const TimeReport time = analysed(run).time;
    EXPECT_EQ(time.stepNs.median, 40);
    EXPECT_EQ(time.stepNs.n, 3);
    EXPECT_DOUBLE_EQ(time.tokensPerSecond, 2 * 64 / 40e-9);
}

/// Rank 0 computes most, rank 1's step is longest: its parts alone are set against its step.
TEST(Time, TheSlowestRanksPartsAddUpToItsStep) {
    RecordedRun run;
    run.bucket("B0", 128, 128);
    run.onRank(0).inStep(0).window(0, 1000).inStep(1).window(1000, 1990).compute(1000, 1980);
    run.onRank(1).inStep(0).window(0, 1000).inStep(1).window(1000, 2000).compute(1000, 1400);
    run.stall("gather", 1400, 1700).stall("data", 1650, 1900).compute(1900, 1950);
    run.collective("allgather", "parameter", 0, 1300, 100, 1700);
    const TimeReport time = analysed(run).time;
    EXPECT_EQ(time.computeNs, 980) << "the maximum over ranks stays";
    const StepSplit& split = time.slowest;
    EXPECT_EQ(split.rank, 1);
    EXPECT_EQ(split.step, 1);
    EXPECT_EQ(split.computeNs, 450);
    EXPECT_EQ(split.stallNs, 500) << "each instant once, and none of them computing";
    EXPECT_EQ(split.stallByCauseNs.at("gather") + split.stallByCauseNs.at("data"), split.stallNs);
    EXPECT_EQ(split.computeNs + split.stallNs + split.otherNs, split.stepNs);
    EXPECT_EQ(split.communicationNs, 300);
    EXPECT_EQ(split.exposedNs, 300);
    EXPECT_EQ(split.waitingNs, 100);
}

TEST(Time, OfEquallySlowRanksTheFirstIsTakenApartInItsMiddleStep) {
    RecordedRun run;
    for (int rank : {0, 1}) {
        int64_t t = 0;
        for (const int64_t ns : {100, 30, 50, 40}) {
            run.onRank(rank).inStep(t == 0 ? 0 : ns / 10 - 2).window(t, t + ns);
            t += ns;
        }
    }
    const StepSplit split = analysed(run).time.slowest;
    EXPECT_EQ(split.rank, 0);
    EXPECT_EQ(split.stepNs, 40);
    EXPECT_EQ(split.otherNs, 40);
}

TEST(Time, AStepThatARankDidNotFinishIsNotMeasured) {
    RecordedRun run;
    for (int rank : {0, 1}) {
        run.onRank(rank).inStep(0).window(0, 10).inStep(1).window(10, 20);
    }
    run.onRank(0).inStep(2).window(20, 100);
    const RunReport report = analysed(run);
    EXPECT_EQ(report.steadySteps, 1);
    EXPECT_EQ(report.time.stepNs.median, 10);
}

TEST(Time, OneStepAloneIsMeasuredAndSaysThatItWarmsUp) {
    RecordedRun run;
    run.run["ranks"] = 1;
    run.inStep(0).window(0, 70);
    const RunReport report = analysed(run);
    EXPECT_EQ(report.steadySteps, 0);
    EXPECT_EQ(report.time.stepNs.median, 70);
    EXPECT_EQ(report.notes.size(), 1U);
}

}  // namespace
}  // namespace shardscope::traces
