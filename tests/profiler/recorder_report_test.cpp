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
    EXPECT_EQ(recorder.emit(problem, setup, step, 0, builder), Unpaired{});
}

traces::RunReport reportOf(const core::Problem& problem, const RunShape& shape,
                           const std::string& label = "") {
    traces::TraceBuilder builder;
    for (int32_t rank = 0; rank < shape.ranks; ++rank) {
        playRank(problem, core::Rank{rank}, shape.steps, builder);
    }
    traces::Trace trace = builder.finish();
    trace.run = runMetadata(problem, {.name = problem.strategy.preset, .steps = shape.steps});
    if (!label.empty()) trace.run["strategy"]["preset"] = label;
    const auto report = traces::analyse(trace, "played");
    EXPECT_TRUE(report) << core::toString(report.error());
    return *report;
}

traces::RunReport reportOf(int stage, const RunShape& shape) {
    return reportOf(problemOf(stage, shape), shape);
}

core::Problem problemOfPreset(std::string_view name, const RunShape& shape) {
    core::Strategy strategy = *core::presetNamed(name, "test");
    strategy.bucket = {};
    return *core::makeProblem(problemOf(1, shape).workload, strategy, shape.ranks);
}

TEST(PlayedSystems, AreRecognisedFromLifetimesAndCollectives) {
    for (const std::string_view name : core::presetNames()) {
        for (int gradAccum : {1, 2}) {
            const RunShape shape{.ranks = 4, .gradAccum = gradAccum, .steps = 3};
            const auto report = reportOf(problemOfPreset(name, shape), shape);
            EXPECT_EQ(report.observed.closest, name) << "G = " << gradAccum;
            EXPECT_TRUE(report.observed.agrees)
                << name << " G = " << gradAccum << ": "
                << ::testing::PrintToString(report.observed.evidence);
            EXPECT_EQ(report.observed.axes.size(), 7U) << name << " G = " << gradAccum;
            EXPECT_NEAR(report.traffic.elementsPerParameter,
                        report.traffic.paperElementsPerParameter, 0.01)
                << name;
        }
    }
}

TEST(PlayedSystems, AreCaughtUnderAnyOtherName) {
    const RunShape shape{.ranks = 4, .gradAccum = 2, .steps = 3};
    for (const std::string_view does : core::presetNames()) {
        const core::Problem problem = problemOfPreset(does, shape);
        for (const std::string_view label : core::presetNames()) {
            if (label == does) continue;
            EXPECT_FALSE(reportOf(problem, shape, std::string(label)).observed.agrees)
                << does << " called " << label;
        }
    }
}

TEST(PlayedSystems, AShardGroupIsSeenAndItsCollectivesNameTheirRanks) {
    const RunShape shape{.ranks = 4, .steps = 3};
    core::Strategy strategy = *core::presetNamed("zero-2", "test");
    strategy.shardGroup = 2;
    const core::Problem problem =
        *core::makeProblem(problemOf(1, shape).workload, strategy, shape.ranks);
    const auto report = reportOf(problem, shape);
    EXPECT_TRUE(report.observed.agrees);
    EXPECT_EQ(report.observed.closest, "zero-2");
    // A reduce-scatter and an all-gather of everything, and an all-reduce of half of it.
    EXPECT_GT(report.traffic.allReduce.calls, 0);
    EXPECT_EQ(report.traffic.allReduce.payloadBytes * 2, report.traffic.reduceScatter.payloadBytes);
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
