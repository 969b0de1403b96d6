// Hand-made plans and records: when the device releases a buffer, and what happens to what is
// missing.

#include <gtest/gtest.h>

#include "profiler/recorder.h"
#include "tests/profiler/recorder_events.h"
#include "traces/vocabulary.h"

namespace shardscope::profiler {
namespace {

/// One bucket of 1024 bf16 elements on two ranks. The plan: allocate, write, reduce-scatter in
/// place, unrelated work, wait, free, more work.
class Release : public testing::Test {
  protected:
    enum At : int32_t { kAllocate, kWrite, kReduce, kOther, kWait, kFree, kMore };

    Release() : recorder(core::Rank{1}) {
        problem.buckets = {.ranks = 2,
                           .buckets = {{.segments = {}, .elements = 1024, .realElements = 1000}}};
        step.layout.buffers = {{.name = "gradients B0",
                                .bytes = 2048,
                                .category = core::Category::Gradients,
                                .bucket = bucket},
                               {.name = "x", .bytes = 64}};
        step.layout.tensors = {tensor(0, 0, 1024), tensor(0, 512, 512), tensor(1, 0, 32)};
        step.prologue = {
            action(core::Allocate{core::BufferId{0}}),
            action(fill(0)),
            action(core::Collective{.stream = core::kCommunication,
                                    .kind = core::CollectiveKind::ReduceScatter,
                                    .purpose = core::Purpose::Gradient,
                                    .input = core::TensorId{0},
                                    .output = core::TensorId{1},
                                    .elements = 1024,
                                    .dtype = core::DType::Bf16}),
            action(fill(2)),
            action(core::WaitEvent{core::kCompute, core::EventId{0}, core::WaitCause::InFlight}),
            action(core::Free{core::BufferId{0}}),
            action(fill(2))};
        core::number(step);
        recorder.reserve(step);
    }

    static core::TensorSpec tensor(int32_t buffer, int64_t offset, int64_t elements) {
        return {.name = "t",
                .buffer = core::BufferId{buffer},
                .offset = offset,
                .elements = elements,
                .dtype = core::DType::Bf16};
    }
    static core::Launch fill(int32_t tensor) {
        return {core::kCompute, core::FillZero{.tensor = core::TensorId{tensor}, .elements = 32}};
    }
    core::Action action(decltype(core::Action::what) what) const {
        return {.what = what, .name = "n", .phase = core::Phase::Backward, .bucket = bucket};
    }
    static core::ActionRef ref(int32_t at) { return {.action = at, .step = 0}; }

    void allocateAt(int64_t ns) { recorder.onAllocate(ref(kAllocate), {}, {2048, 2048, 2048}, ns); }
    void freeAt(int64_t ns) { recorder.onFree(ref(kFree), {}, {0, 0, 2048}, ns); }
    void work(At at, int64_t startNs, int64_t endNs) {
        recorder.onOperation(ref(at), core::kCompute, startNs, endNs);
    }
    void reduce(int64_t arrivedNs, int64_t startNs, int64_t endNs) {
        recorder.onCollective(ref(kReduce), core::kCommunication, arrivedNs, startNs, endNs);
    }
    void wait(int64_t startNs, int64_t endNs) {
        recorder.onWait(ref(kWait), core::kCompute, startNs, endNs);
    }

    Unpaired emit() {
        traces::TraceBuilder builder;
        const Unpaired unpaired = recorder.emit(problem, setup, step, 0, builder);
        trace = builder.finish();
        return unpaired;
    }
    Seen only(std::string_view name) {
        const auto lives = lifetimesOf(trace, traces::kGradientCategory, name);
        EXPECT_EQ(lives.size(), 1U) << name;
        return lives.empty() ? Seen{} : lives.front();
    }

    core::BucketId bucket{0};
    core::Problem problem;
    core::StepPlan setup, step;
    Recorder recorder;
    traces::Trace trace;
};

TEST_F(Release, IsTheReductionsEndWhenTheStreamWaitedForIt) {
    allocateAt(10);
    freeAt(20);
    work(kWrite, 100, 200);
    reduce(250, 300, 900);
    work(kOther, 200, 400);
    wait(400, 900);
    work(kMore, 900, 1000);
    EXPECT_EQ(emit(), Unpaired{});
    EXPECT_EQ(only("full").tsNs, 100);
    EXPECT_EQ(only("full").endNs, 900);
    EXPECT_TRUE(lifetimesOf(trace, traces::kGradientCategory, "dead").empty());
}

TEST_F(Release, IsTheEndOfTheHomeStreamsWorkWhenThatIsLater) {
    allocateAt(10);
    freeAt(20);
    work(kWrite, 100, 200);
    reduce(250, 300, 350);
    work(kOther, 200, 700);
    wait(1500, 1500);  // the host was late with it; the storage was free before
    EXPECT_EQ(emit(), Unpaired{});
    EXPECT_EQ(only("full").endNs, 700);
    EXPECT_EQ(only("dead").tsNs, 350);
    EXPECT_EQ(only("dead").endNs, 700);
    EXPECT_EQ(only("dead")["bytes"], 1024);
    EXPECT_EQ(only("shard")["bytes"], 1024);
}

TEST_F(Release, ArrowsLeadToTheWorkThatCouldUseTheStorageNext) {
    step.prologue[kOther] = action(core::Mark{core::kCompute, core::MarkKind::GradientReady});
    core::number(step);
    allocateAt(10);
    work(kWrite, 100, 200);
    recorder.onMark(ref(kOther), core::kCompute, 200);
    reduce(250, 300, 900);
    wait(400, 900);
    freeAt(20);
    work(kMore, 900, 1000);
    emit();
    // The mark stands after the reduction in this plan, so that nothing says what made it ready.
    EXPECT_TRUE(eventsOf(trace, traces::kFlowCategory).empty());
    std::swap(step.prologue[kOther], step.prologue[kReduce]);
    core::number(step);
    recorder = Recorder(core::Rank{1});
    recorder.reserve(step);
    allocateAt(10);
    work(kWrite, 100, 200);
    recorder.onMark(ref(kReduce), core::kCompute, 200);
    recorder.onCollective(ref(kOther), core::kCommunication, 250, 300, 900);
    wait(400, 900);
    freeAt(20);
    work(kMore, 900, 1000);
    emit();
    const auto arrows = eventsOf(trace, traces::kFlowCategory);
    ASSERT_EQ(arrows.size(), 3U);
    EXPECT_EQ(arrows[0].tsNs, 199);
    EXPECT_EQ(arrows[1].tsNs, 250);
    EXPECT_EQ(arrows[2].tsNs, 900);
    EXPECT_EQ(arrows[2].tid, traces::kComputeTid);
}

TEST_F(Release, OfWhatWasNeverFreedIsTheLastKnownTimeAndCounts) {
    allocateAt(10);
    work(kWrite, 100, 200);
    reduce(250, 300, 900);
    recorder.onStep(0, 0, 900);
    EXPECT_EQ(emit(), Unpaired{.unmatched = 1});
    EXPECT_EQ(only("full").endNs, 900);
    EXPECT_TRUE(eventsOf(trace, traces::kMarkCategory, "released").empty());
}

TEST_F(Release, OfWhatTheRunsEndCutShortIsNotCalledLost) {
    allocateAt(10);
    work(kWrite, 100, 200);
    EXPECT_EQ(emit(), Unpaired{.openAtEnd = 1}) << "the step has no end";
    EXPECT_EQ(only("full").endNs, 200);
}

TEST_F(Release, OfWhatWasNeverAllocatedCounts) {
    freeAt(20);
    EXPECT_EQ(emit(), Unpaired{.unmatched = 1});
    EXPECT_TRUE(lifetimesOf(trace, traces::kGradientCategory, "full").empty());
}

TEST_F(Release, OfWhatNothingTouchedIsTheHosts) {
    allocateAt(10);
    freeAt(20);
    EXPECT_EQ(emit(), Unpaired{});
    EXPECT_EQ(only("full").tsNs, 10);
    EXPECT_EQ(only("full").endNs, 20);
}

TEST_F(Release, RecordsThatFitNoActionAreCountedNotAssertedUpon) {
    recorder.onOperation({.action = 99, .step = 0}, core::kCompute, 0, 1);
    recorder.onOperation({.action = -1, .step = 0}, core::kCompute, 0, 1);
    recorder.onOperation(ref(kWait), core::kCompute, 0, 1);
    recorder.onWait(ref(kWrite), core::kCompute, 0, 1);
    recorder.onFree(ref(kWrite), {}, {}, 5);
    recorder.onOperation({.action = kWrite, .step = -1}, core::kCompute, 0, 1);  // no such set-up
    EXPECT_EQ(emit(), Unpaired{.unmatched = 6});
    EXPECT_TRUE(eventsOf(trace, traces::kKernelCategory).empty());
}

}  // namespace
}  // namespace shardscope::profiler
