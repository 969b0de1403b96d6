// A step taken apart: its parts add up.

#include "traces/analysis/breakdown.h"

#include <gtest/gtest.h>

#include "tests/doubles/played_strategy.h"
#include "tests/doubles/recorded_run.h"

namespace shardscope::traces {
namespace {

StepBreakdown breakdown(const char* preset) {
    const Trace trace = doubles::recordingOf({.does = preset, .label = preset});
    const auto step = breakdownOf(trace, "played");
    EXPECT_TRUE(step) << core::toString(step.error());
    return step.value_or(StepBreakdown{});
}

TEST(Breakdown, PartsAddUpToTheStep) {
    for (const char* preset : {"zero-0", "zero-1", "zero-2", "zero-3"}) {
        const StepBreakdown b = breakdown(preset);
        int64_t sum = b.exposedNs + b.waitingNs + b.idleNs + b.unexplainedNs;
        for (const auto& [kind, ns] : b.computeNs) {
            EXPECT_GT(ns, 0) << kind;
            sum += ns;
        }
        EXPECT_GT(b.stepNs, 0);
        EXPECT_EQ(sum, b.stepNs) << preset;
    }
}

TEST(Breakdown, CollectivesAreNamedByKind) {
    const StepBreakdown b = breakdown("zero-1");
    EXPECT_TRUE(b.collectiveNs.contains("reduce_scatter"));
    EXPECT_TRUE(b.collectiveNs.contains("allgather"));
    EXPECT_FALSE(breakdown("zero-0").collectiveNs.contains("reduce_scatter"));
}

TEST(Breakdown, ARecordingWithoutAWholeStepIsRefused) {
    doubles::Scenario scenario{.does = "zero-1", .label = "zero-1"};
    scenario.steps = 0;
    EXPECT_FALSE(breakdownOf(doubles::recordingOf(scenario), "played"));
}

}  // namespace
}  // namespace shardscope::traces
