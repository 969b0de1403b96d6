// Room for records, what is dropped without it, and records as bytes.

#include "profiler/recorder_store.h"

#include <thread>

#include "tests/profiler/recorder_run.h"

namespace shardscope::profiler {
namespace {

TEST(RecordNeed, CountsEveryMicroBatchAndBothBranches) {
    core::StepPlan plan;
    plan.gradAccum = 3;
    const auto add = [](std::vector<core::Action>& list, decltype(core::Action::what) what,
                        core::When when = core::When::Always) {
        list.push_back({.what = what, .name = "", .when = when});
    };
    add(plan.prologue, core::Allocate{});
    add(plan.microBatch, core::WaitEvent{core::kCommunication, {}, {}});
    add(plan.microBatch, core::Mark{core::kCompute, core::MarkKind::PhaseBegin},
        core::When::NotFirst);
    add(plan.microBatch, core::RecordEvent{core::kCompute, {}});
    add(plan.commit, core::Free{});
    add(plan.skip, core::Free{});
    EXPECT_EQ(recordNeed(plan), (RecordNeed{.pool = 3, .streams = {2, 3}}));
}

TEST(Reserve, MakesRoomForExactlyWhatAStepCanReport) {
    for (int stage = 0; stage <= 3; ++stage) {
        const PlayedRun run(stage, {.gradAccum = 4, .steps = 12});
        EXPECT_EQ(run.recorder.counts().dropped, 0);
        EXPECT_EQ(run.unmatched, 0);
        EXPECT_GT(run.recorder.counts().events, 12 * 100);
    }
}

TEST(Recorder, CountsWhatFindsNoRoomAndGoesOn) {
    Recorder recorder(core::Rank{0});
    recorder.onMark({}, core::kCompute, 1);
    recorder.onStep(0, 1, 2);
    recorder.onAllocate({}, {}, {}, 1);
    recorder.onMark({}, core::StreamId{7}, 1);
    recorder.onMark({}, core::StreamId{}, 1);
    EXPECT_EQ(recorder.counts().dropped, 5);
    EXPECT_EQ(recorder.counts().events, 0);
}

TEST(Recorder, TakesReportsOfThreeThreadsAtOnce) {
    PlayedRun run(2, {.steps = 0});
    const int64_t before = run.recorder.counts().events;
    run.recorder.reserve(run.step);
    {
        const auto report = [&run](core::StreamId stream) {
            for (int at = 0; at < 50; ++at) run.recorder.onMark({}, stream, at);
        };
        std::jthread compute(report, core::kCompute);
        std::jthread communication(report, core::kCommunication);
        for (int at = 0; at < 20; ++at) run.recorder.onAllocate({}, {}, {}, at);
    }
    EXPECT_EQ(run.recorder.counts().events + run.recorder.counts().dropped - before, 120);
}

TEST(RecorderBytes, GiveTheSameTraceBack) {
    const PlayedRun run(2, {.gradAccum = 2});
    const auto copy = Recorder::deserialize(run.recorder.serialize());
    ASSERT_TRUE(copy) << core::toString(copy.error());
    traces::TraceBuilder builder;
    EXPECT_EQ(copy->emit(run.problem, run.setup, run.step, 0, builder), Unpaired{});
    EXPECT_TRUE(builder.finish() == run.trace);
    EXPECT_EQ(copy->counts().events, run.recorder.counts().events);
}

TEST(RecorderBytes, KeepWhatWasDropped) {
    Recorder recorder(core::Rank{3});
    recorder.onStep(0, 1, 2);
    recorder.onMark({}, core::StreamId{9}, 1);
    EXPECT_EQ(Recorder::deserialize(recorder.serialize())->counts().dropped, 2);
}

TEST(RecorderBytes, RefuseEveryCutAndEveryFlippedByte) {
    PlayedRun run(2, {.steps = 0});
    const std::string whole = run.recorder.serialize();
    ASSERT_TRUE(Recorder::deserialize(whole));
    for (size_t size = 0; size < whole.size(); size += 1 + size / 16) {
        EXPECT_FALSE(Recorder::deserialize(whole.substr(0, size))) << size;
    }
    for (size_t at = 0; at < whole.size(); at += 1 + at / 16) {
        std::string altered = whole;
        altered[at] = static_cast<char>(altered[at] ^ 0x40);
        EXPECT_FALSE(Recorder::deserialize(altered)) << at;
    }
    EXPECT_FALSE(Recorder::deserialize(whole + "x"));
    EXPECT_FALSE(Recorder::deserialize("not records at all, but long enough"));
}

/// The events of every window, one after the other.
std::string namesAndTimes(const traces::Trace& trace) {
    std::vector<std::string> lines;
    for (const traces::Event& event : trace.events) {
        lines.push_back(std::to_string(event.tsNs) + " " + static_cast<char>(event.phase) + " " +
                        std::string(trace.text(event.name)));
    }
    std::sort(lines.begin(), lines.end());
    std::string all;
    for (const std::string& line : lines) all += line + "\n";
    return all;
}

TEST(EmitNew, StepByStepSaysWhatAWholeEmitSays) {
    for (int stage = 0; stage <= 3; ++stage) {
        PlayedRun once(stage, {.gradAccum = 2, .steps = 3});
        PlayedRun run(stage, {.gradAccum = 2, .steps = 0});
        Recorder recorder(run.rank);
        Player player(recorder, run.setup, run.step, RunShape{}.transferNs);
        traces::TraceBuilder builder;
        recorder.reserve(run.setup);
        player.setUp();
        for (int32_t step = 0; step < 3; ++step) {
            recorder.emitNew(run.problem, run.setup, run.step, 0, builder);
            recorder.reserve(run.step);
            player.step(step);
        }
        recorder.emitNew(run.problem, run.setup, run.step, 0, builder);
        traces::Trace windows = builder.finish();
        // A whole emit also ends what goes on at its end.
        std::string whole = namesAndTimes(once.trace);
        std::string inSteps = namesAndTimes(windows);
        const auto ends = std::count_if(once.trace.events.begin(), once.trace.events.end(),
                                        [&](const traces::Event& event) {
                                            return event.phase == traces::Phase::AsyncEnd &&
                                                   event.tsNs == once.trace.events.back().tsNs;
                                        });
        if (stage == 3) {
            EXPECT_EQ(inSteps, whole);
        } else {
            EXPECT_EQ(windows.events.size() + static_cast<size_t>(once.buckets()),
                      once.trace.events.size());
            EXPECT_GE(ends, once.buckets());
        }
        EXPECT_EQ(eventsOf(windows, traces::kMemoryCategory).size(),
                  eventsOf(once.trace, traces::kMemoryCategory).size());
        EXPECT_EQ(windows.lanes, once.trace.lanes);
    }
}

}  // namespace
}  // namespace shardscope::profiler
