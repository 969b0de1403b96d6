// From records to the report: a played run of all ranks says which stage it was.

#include "profiler/run/run_metadata.h"
#include "tests/profiler/recorder_run.h"
#include "traces/analysis/report.h"

namespace shardscope::profiler {
namespace {

void playRank(const core::Problem& problem, core::Rank rank, int steps,
              traces::TraceBuilder& builder) {
    const core::StepPlan setup = *core::planSetup(problem, rank);
    const core::StepPlan step = *core::planStep(problem, rank);
    Recorder recorder(rank);
    Player player(recorder, setup, step, 5000);
    recorder.reserve(setup);
    player.setUp();
    for (int32_t at = 0; at < steps; ++at) {
        recorder.reserve(step);
        player.step(at);
    }
    EXPECT_EQ(recorder.emit(problem, setup, step, 0, builder), 0);
}

traces::RunReport reportOf(int stage, const RunShape& shape) {
    const core::Problem problem = problemOf(stage, shape);
    traces::TraceBuilder builder;
    for (int32_t rank = 0; rank < shape.ranks; ++rank) {
        playRank(problem, core::Rank{rank}, shape.steps, builder);
    }
    traces::Trace trace = builder.finish();
    trace.run = runMetadata(problem, {.name = problem.strategy.preset, .steps = shape.steps});
    const auto report = traces::analyse(trace, "played");
    EXPECT_TRUE(report) << core::toString(report.error());
    return *report;
}

class PlayedReport : public testing::TestWithParam<int> {};

TEST_P(PlayedReport, ObservesTheStageThatWasRun) {
    for (int gradAccum : {1, 2}) {
        const auto report = reportOf(GetParam(), {.ranks = 4, .gradAccum = gradAccum, .steps = 3});
        EXPECT_EQ(report.observed.stage, GetParam()) << "G = " << gradAccum;
        EXPECT_TRUE(report.observed.agrees);
        EXPECT_TRUE(report.observed.distinguishable);
        EXPECT_EQ(report.steadySteps, 2);
        EXPECT_NEAR(report.traffic.elementsPerParameter, report.traffic.paperElementsPerParameter,
                    0.01);
    }
}

INSTANTIATE_TEST_SUITE_P(Stages, PlayedReport, testing::Values(0, 1, 2, 3));

TEST(PlayedReports, ShowThatStage2HoldsGradientsForLess) {
    const RunShape shape{.ranks = 4, .steps = 3};
    const auto one = reportOf(1, shape).gradients;
    const auto two = reportOf(2, shape).gradients;
    EXPECT_EQ(two.peakLiveFullBuckets, 2);
    EXPECT_EQ(one.peakLiveFullBuckets, one.buckets);
    EXPECT_LT(two.heldShare, 0.6 * one.heldShare);
    EXPECT_LT(two.deadByteSeconds, 0.5 * one.deadByteSeconds);
}

}  // namespace
}  // namespace shardscope::profiler
