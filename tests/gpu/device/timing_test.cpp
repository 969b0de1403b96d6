// Times from CUDA events: every action of a step is told once, each stream's in order.

#include <gtest/gtest.h>

#include <array>
#include <map>

#include "core/config/dataset.h"
#include "gpu/accelerator.h"
#include "tests/conformance/harness.h"
#include "tests/doubles/cuda/fake_gpu.h"
#include "tests/doubles/cuda/fake_libraries.h"

namespace shardscope {
namespace {

/// Counts what one rank is told, and checks that times never run backwards on a stream.
class Watcher : public core::Observer {
  public:
    int64_t operations = 0, collectives = 0, waits = 0, marks = 0, backwards = 0;

    void onAllocate(core::ActionRef, const core::PoolCall&, const core::PoolTotals&,
                    int64_t) override {}
    void onFree(core::ActionRef, const core::PoolCall&, const core::PoolTotals&, int64_t) override {
    }
    void onOperation(core::ActionRef, core::StreamId stream, int64_t start, int64_t end) override {
        ++operations;
        follow(stream, start, end);
    }
    void onCollective(core::ActionRef, core::StreamId stream, int64_t arrived, int64_t start,
                      int64_t end) override {
        ++collectives;
        backwards += arrived > start;
        follow(stream, start, end);
    }
    void onWait(core::ActionRef, core::StreamId stream, int64_t start, int64_t end) override {
        ++waits;
        follow(stream, start, end);
    }
    void onMark(core::ActionRef, core::StreamId stream, int64_t time) override {
        ++marks;
        follow(stream, time, time);
    }
    void onStep(int32_t, int64_t, int64_t) override {}

  private:
    void follow(core::StreamId stream, int64_t start, int64_t end) {
        int64_t& last = last_[stream.index()];
        backwards += start < last || end < start;
        last = end;
    }
    std::array<int64_t, core::kStreams> last_{};
};

/// Actions of each kind in one step's plan.
struct Expected {
    int64_t operations = 0, collectives = 0, waits = 0, marks = 0;
};
Expected expectedOf(const core::StepPlan& plan) {
    Expected e;
    core::forEachAction(plan, true, [&](const core::Action& action, int) {
        e.operations += std::holds_alternative<core::Launch>(action.what);
        e.collectives += std::holds_alternative<core::Collective>(action.what);
        e.waits += std::holds_alternative<core::WaitEvent>(action.what);
        e.marks += std::holds_alternative<core::Mark>(action.what);
    });
    return e;
}

TEST(EventTiming, TellsEveryActionOfAStepOnceAndInOrder) {
    doubles::cuda::reset();
    const conformance::Setting setting{.preset = "zero-2", .ranks = 2, .layers = 2};
    const core::Problem problem = conformance::problemOf(setting);
    const core::Dataset dataset = *core::Dataset::open(problem.workload);
    auto gpus = *gpu::openAccelerator({.ranks = 2, .comm = core::GpuComm::SameGpu},
                                      doubles::cuda::librariesDouble());
    std::array<Watcher, 2> watchers;
    core::RankGroup group(problem, &dataset, *gpus->communicators(0),
                          [&](const core::RunContext& context, core::Communicator& communicator,
                              core::Observer* observer) {
                              return gpus->makeDevice(context, communicator, observer, nullptr);
                          },
                          {&watchers[0], &watchers[1]}, {});
    ASSERT_TRUE(group.setUp());
    watchers = {};
    const auto step = group.step(0);
    ASSERT_TRUE(step) << toString(step.error());
    const Expected expected = expectedOf(group.runner(0).stepPlan());
    EXPECT_EQ(watchers[0].operations, expected.operations);
    EXPECT_EQ(watchers[0].collectives, expected.collectives);
    EXPECT_EQ(watchers[0].waits, expected.waits);
    EXPECT_EQ(watchers[0].marks, expected.marks);
    EXPECT_EQ(watchers[0].backwards, 0);
    EXPECT_EQ(watchers[1].backwards, 0);
}

}  // namespace
}  // namespace shardscope
