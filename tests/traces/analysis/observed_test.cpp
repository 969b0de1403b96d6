// The observed axes come from lifetimes and collectives; a label that lies is caught.

#include <algorithm>

#include "tests/traces/analysis/analysed.h"
#include "traces/analysis/event_args.h"

namespace shardscope::traces {
namespace {

using doubles::RecordedRun;
using doubles::Scenario;

const std::vector<std::string> kPresets{"zero-0", "zero-1", "zero-2", "zero-3"};

TEST(Observed, EveryStageIsRecognisedAtEveryAccumulation) {
    for (const std::string& preset : kPresets) {
        for (int gradAccum : {1, 4}) {
            const Scenario scenario{.does = preset, .label = preset, .gradAccum = gradAccum};
            const Observed seen = analysed(scenario).observed;
            EXPECT_EQ(seen.stage, preset.back() - '0') << preset << " G=" << gradAccum;
            EXPECT_EQ(seen.closest, preset);
            EXPECT_TRUE(seen.agrees) << preset << " G=" << gradAccum;
            EXPECT_TRUE(seen.distinguishable);
            EXPECT_EQ(seen.axes.size(), 7U);
        }
    }
}

TEST(Observed, EveryMislabelledStageIsCaught) {
    for (const std::string& does : kPresets) {
        for (const std::string& label : kPresets) {
            for (int gradAccum : {1, 4}) {
                if (does == label) continue;
                const Observed seen =
                    analysed(Scenario{.does = does, .label = label, .gradAccum = gradAccum})
                        .observed;
                EXPECT_FALSE(seen.agrees) << does << " called " << label << " G=" << gradAccum;
                EXPECT_EQ(seen.closest, does);
                EXPECT_EQ(seen.stage, does.back() - '0');
            }
        }
    }
}

TEST(Observed, TheLabelIsNotLookedAt) {
    Observed honest = analysed(Scenario{.does = "zero-1", .label = "zero-1"}).observed;
    Observed lying = analysed(Scenario{.does = "zero-1", .label = "zero-3"}).observed;
    EXPECT_EQ(honest.axes, lying.axes);
}

TEST(Observed, APresetNameOverOtherAxesIsCaught) {
    Trace trace = doubles::recordingOf(Scenario{.does = "zero-1", .label = "zero-1"});
    trace.run["strategy"]["preset"] = "zero-2";  // the axes beside it still say what was done
    const Observed seen = analysed(trace).observed;
    EXPECT_FALSE(seen.agrees);
    const auto says = [](const std::string& sentence) {
        return sentence == "the label \"zero-2\" says storage freed-per-bucket; seen: until-step";
    };
    EXPECT_TRUE(std::ranges::any_of(seen.evidence, says));
}

TEST(Observed, AMissingReturnIsSeen) {
    Trace trace = doubles::recordingOf(Scenario{});
    std::erase_if(trace.events,
                  [&](const Event& event) { return trace.text(event.name) == "allgather"; });
    const Observed seen = analysed(trace).observed;
    EXPECT_EQ(seen.axes.at("weightReturn"), "none");
    EXPECT_FALSE(seen.agrees);
}

TEST(Observed, AMissingReductionIsSeen) {
    Trace trace = doubles::recordingOf(Scenario{});
    std::erase_if(trace.events,
                  [&](const Event& event) { return trace.text(event.name) == "reduce_scatter"; });
    const Observed seen = analysed(trace).observed;
    EXPECT_EQ(seen.axes.at("collective"), "none");
    EXPECT_FALSE(seen.agrees);
}

TEST(Observed, OneRankTellsNothing) {
    const Observed seen = analysed(Scenario{.ranks = 1}).observed;
    EXPECT_EQ(seen.stage, std::nullopt);
    EXPECT_FALSE(seen.distinguishable);
    EXPECT_TRUE(seen.agrees);
    EXPECT_TRUE(seen.axes.empty());
}

TEST(Observed, OneBucketDoesNotTellStagesApart) {
    const Observed seen = analysed(Scenario{.buckets = 1}).observed;
    EXPECT_EQ(seen.stage, std::nullopt);
    EXPECT_FALSE(seen.distinguishable);
    EXPECT_TRUE(seen.agrees);
    EXPECT_EQ(seen.axes.at("collective"), "reduce-scatter");
    EXPECT_FALSE(seen.axes.contains("storage"));
}

TEST(Observed, OneBucketStillShowsAWrongCollective) {
    EXPECT_FALSE(
        analysed(Scenario{.does = "zero-0", .label = "zero-2", .buckets = 1}).observed.agrees);
}

TEST(Observed, BuffersThatAreNeverFreedArePersistent) {
    RecordedRun run;
    run.bucket("B1", 128, 128).bucket("B0", 128, 128);
    for (int rank : {0, 1}) {
        run.onRank(rank).inStep(-1).inPhase("setup");
        run.allocate(core::Category::Gradients, 256, 0).allocate(core::Category::Gradients, 256, 1);
        run.inStep(0).window(0, 100).inStep(1).window(100, 200).inPhase("backward", 0);
        run.collective("allreduce", "gradient", 0, 110, 0, 120);
        run.collective("allreduce", "gradient", 1, 130, 0, 140);
    }
    EXPECT_EQ(analysed(run).observed.axes.at("storage"), "persistent");
}

TEST(Observed, ReductionsInSomeMicroBatchesAreNeitherCadence) {
    Trace trace = doubles::recordingOf(Scenario{.gradAccum = 4});
    trace.run["workload"]["gradAccum"] = 5;
    const Observed seen = analysed(trace).observed;
    EXPECT_FALSE(seen.axes.contains("cadence"));
}

TEST(Observed, NothingIsSaidOfARunWithoutAWholeStep) {
    RecordedRun run;
    run.bucket("B1", 128, 128).bucket("B0", 128, 128).allocate(core::Category::Weights, 10);
    const Observed seen = analysed(run).observed;
    EXPECT_FALSE(seen.distinguishable);
    EXPECT_TRUE(seen.agrees);
    EXPECT_EQ(seen.evidence.size(), 1U);
}

/// zero-2 in three steps, of which only @p committed returned its weights.
Trace withSkippedSteps(int64_t committed, int64_t skipped) {
    Trace trace = doubles::recordingOf(Scenario{.steps = 3});
    trace.run["numerics"]["skippedSteps"] = skipped;
    const EventArgs args(trace);
    const StringId step = args.idOf("step");
    std::erase_if(trace.events, [&](const Event& event) {
        return trace.text(event.name) == "allgather" && args.integer(event, step) != committed;
    });
    return trace;
}

TEST(Observed, SkippedStepsDoNotDecideOnTheReturn) {
    for (const int64_t committed : {0, 2}) {
        const RunReport report = analysed(withSkippedSteps(committed, 2));
        EXPECT_EQ(report.observed.axes.at("weightReturn"), "all-gather") << committed;
        EXPECT_TRUE(report.observed.agrees);
        EXPECT_DOUBLE_EQ(report.traffic.elementsPerParameter, 2.0);
    }
}

TEST(Observed, WhenEveryStepWasSkippedTheReturnIsUnknown) {
    const Observed seen = analysed(withSkippedSteps(-1, 3)).observed;
    EXPECT_FALSE(seen.axes.contains("weightReturn"));
    EXPECT_TRUE(seen.agrees);
    EXPECT_TRUE(std::ranges::any_of(seen.evidence, [](const std::string& sentence) {
        return sentence.starts_with("every recorded step was skipped");
    }));
}

TEST(Observed, ACommittedStepWithoutAReturnIsSeen) {
    EXPECT_EQ(analysed(withSkippedSteps(-1, 2)).observed.axes.at("weightReturn"), "none");
}

}  // namespace
}  // namespace shardscope::traces
