// Recordings that are foreign, cut, failed, or nearly empty.

#include "tests/traces/analysis/analysed.h"

namespace shardscope::traces {
namespace {

using doubles::RecordedRun;
using doubles::Scenario;

TEST(Analyse, ARecordingWhoseEventsAreGoneIsNotWhole) {
    traces::Trace trace = doubles::recordingOf({.does = "zero-2", .label = "zero-2"});
    EXPECT_EQ(analysed(trace).status, "ok");
    trace.events.clear();
    const RunReport report = analysed(trace);
    EXPECT_EQ(report.status, "interrupted");
    EXPECT_TRUE(report.incomplete);
    EXPECT_NE(report.notes.dump().find("events are missing: the run ended after"),
              std::string::npos);
}

TEST(Analyse, ForeignTracesAreRefusedByName) {
    const auto report = analyse(Trace{}, "other.json");
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, core::ErrorCode::InvalidInput);
    EXPECT_EQ(report.error().where, "other.json");
    EXPECT_NE(report.error().message.find("shardscope.recording/1"), std::string::npos);
}

TEST(Analyse, ImpossibleWorldSizesAreRefused) {
    RecordedRun run;
    run.run["ranks"] = 0;
    EXPECT_FALSE(analyse(run.done(), "x"));
}

TEST(Analyse, MetadataOfOtherTypesGivesDefaults) {
    RecordedRun run;
    for (const char* key : {"workload", "strategy", "buckets", "numerics", "recorder", "steps"}) {
        run.run[key] = "not what it should be";
    }
    const RunReport report = analysed(run);
    EXPECT_EQ(report.steps, 0);
    EXPECT_EQ(report.gradients.buckets, 0);
}

TEST(Analyse, AnEmptyRecordingHasZeros) {
    RecordedRun run;
    const RunReport report = analysed(run);
    EXPECT_EQ(report.memory.peak.bytes, 0);
    EXPECT_EQ(report.time.stepNs.n, 0);
    EXPECT_TRUE(report.memory.perRankPeakBytes.empty());
}

TEST(Analyse, ACutFileIsInterruptedAndSaysSo) {
    Trace trace = doubles::recordingOf(Scenario{});
    trace.events.resize(trace.events.size() / 2);
    trace.incomplete = true;
    const RunReport report = analysed(trace);
    EXPECT_EQ(report.status, "interrupted");
    EXPECT_TRUE(report.incomplete);
    ASSERT_FALSE(report.notes.empty());
}

TEST(Analyse, AFileCutAnywhereIsRead) {
    const Trace whole = doubles::recordingOf(Scenario{.does = "zero-3", .gradAccum = 2});
    for (size_t events = 0; events < whole.events.size(); events += 17) {
        Trace cut = whole;
        cut.events.resize(events);
        cut.incomplete = true;
        EXPECT_TRUE(analyse(cut, "cut"));
    }
}

TEST(Analyse, AGradientThatNeverEndedEndsWithTheTrace) {
    RecordedRun run;
    run.run["ranks"] = 1;
    run.bucket("B0", 128, 128).inStep(0).window(0, 100).inStep(1).window(100, 200);
    run.gradient("full", 0, 256, 150, 900);
    Trace trace = run.done();
    trace.events.pop_back();
    EXPECT_DOUBLE_EQ(analysed(trace).gradients.heldShare, 0.5);
}

TEST(Analyse, AnOutOfMemoryRunKeepsItsFacts) {
    RecordedRun run;
    run.run["status"] = "oom";
    run.run["error"] = "rank 1: out of memory";
    run.run["outOfMemory"] = Json{{"rank", 1}, {"phase", "backward"}, {"requested", 100}};
    run.allocate(core::Category::Weights, 1000);
    const RunReport report = analysed(run);
    EXPECT_EQ(report.status, "oom");
    EXPECT_EQ(report.error, "rank 1: out of memory");
    EXPECT_EQ(report.outOfMemory["requested"], 100);
    EXPECT_EQ(report.memory.peak.bytes, 1000);
}

TEST(Analyse, EventsOfOtherProcessesAreLeftOut) {
    Trace trace = doubles::recordingOf(Scenario{});
    const MemoryReport before = analysed(trace).memory;
    const std::vector<Event> events = trace.events;
    for (Event event : events) {
        event.pid = 77;
        trace.events.push_back(event);
    }
    EXPECT_EQ(analysed(trace).memory.perRankPeakBytes, before.perRankPeakBytes);
}

}  // namespace
}  // namespace shardscope::traces
