// Two ranks that compute for real: what the engine reports is what the plan's actions expect.

#include <thread>

#include "core/config/dataset.h"
#include "core/engine/rank_runner.h"
#include "core/host/host_device.h"
#include "core/host/inproc_communicator.h"
#include "profiler/recorder_store.h"
#include "tests/profiler/recorder_run.h"

namespace shardscope::profiler {
namespace {

/// Sets up and runs two steps of one rank.
void runRank(const core::Problem& problem, const core::Dataset& data,
             core::Communicator& communicator, Recorder& recorder) {
    const core::RunContext context{.problem = &problem,
                                   .dataset = &data,
                                   .rank = communicator.rank(),
                                   .ranks = communicator.ranks()};
    const auto device = core::makeHostDevice(context, communicator, &recorder);
    core::RankRunner runner(problem, communicator.rank(), *device, communicator, &recorder, {});
    recorder.reserve(*core::planSetup(problem, communicator.rank()));
    ASSERT_TRUE(runner.setUp());
    for (int step = 0; step < 2; ++step) {
        recorder.reserve(*core::planStep(problem, communicator.rank()));
        const auto result = runner.step(step);
        ASSERT_TRUE(result) << core::toString(result.error());
    }
}

class RealRun : public testing::TestWithParam<int> {};

TEST_P(RealRun, LosesNothingAndMatchesEverything) {
    const core::Problem problem = problemOf(GetParam(), {.ranks = 2, .gradAccum = 2});
    const auto data = core::Dataset::open(problem.workload);
    ASSERT_TRUE(data);
    const auto communicators = core::makeInprocCommunicators(2);
    std::vector<Recorder> recorders;
    for (int32_t rank = 0; rank < 2; ++rank) recorders.emplace_back(core::Rank{rank});
    {
        std::vector<std::jthread> threads;
        for (const auto& each : communicators) {
            threads.emplace_back([&, communicator = each.get()] {
                runRank(problem, *data, *communicator, recorders[communicator->rank().index()]);
            });
        }
    }
    for (int32_t rank = 0; rank < 2; ++rank) {
        const core::StepPlan setup = *core::planSetup(problem, core::Rank{rank});
        const core::StepPlan step = *core::planStep(problem, core::Rank{rank});
        traces::TraceBuilder builder;
        EXPECT_EQ(recorders[static_cast<size_t>(rank)].emit(problem, setup, step, 0, builder),
                  Unpaired{});
        EXPECT_EQ(recorders[static_cast<size_t>(rank)].counts().dropped, 0);
        const RecordNeed need = recordNeed(step);
        EXPECT_EQ(recorders[static_cast<size_t>(rank)].counts().events,
                  recordNeed(setup).pool + recordNeed(setup).streams[0] +
                      recordNeed(setup).streams[1] +
                      2 * (need.pool + need.streams[0] + need.streams[1] + 1));
        const traces::Trace trace = builder.finish();
        const auto full = lifetimesOf(trace, traces::kGradientCategory, "full");
        if (GetParam() >= 2) {
            EXPECT_LE(mostAtOnce(full), problem.strategy.inFlight);
        } else {
            EXPECT_EQ(mostAtOnce(full), problem.buckets.count());
        }
        EXPECT_EQ(eventsOf(trace, traces::kStepCategory).size(), 2U);
    }
}

INSTANTIATE_TEST_SUITE_P(Stages, RealRun, testing::Values(0, 1, 2, 3));

}  // namespace
}  // namespace shardscope::profiler
