// What a probe's ranks did, as samples: a step is played to the watches, with every time known.

#include "profiler/calibrate/probe_times.h"

#include <gtest/gtest.h>

#include "core/plan/planner.h"
#include "core/sim/measured/rate_table.h"

namespace shardscope::profiler {
namespace {

constexpr int64_t kOperation = 40'000, kGap = 300, kTransfer = 100'000, kWakeUp = 60'000;
constexpr int kRanks = 2;

core::Problem problem() {
    core::Workload workload;
    workload.model.layers = 1;
    workload.model.hidden = 64;
    workload.model.heads = 2;
    workload.model.sequence = 16;
    core::Strategy strategy = *core::presetNamed("zero-1", "test");
    strategy.overlap = false;
    auto made = core::makeProblem(workload, strategy, kRanks);
    if (!made) core::broken(core::toString(made.error()));
    return std::move(*made);
}

/// Rank @p rank of two: the first one waits a tenth of the time since they met for the second.
/// @param factor on every time of this step.
void play(const core::StepPlan& plan, int rank, int step, int factor, Watch& watch) {
    int64_t now = 1'000'000'000LL * step, met = now;
    const int64_t begin = now;
    bool collective = false;  ///< the communication stream worked last
    const auto wakeUp = [&](core::StreamId stream, core::ActionRef ref) {
        const int64_t asleep = now - 50'000 * factor;
        now += kWakeUp * factor;
        watch.onWait(ref, stream, asleep, now);
    };
    for (const core::Action* action : plan.flat()) {
        const core::ActionRef ref{.action = action->index, .step = step, .microBatch = 0};
        const auto* launch = std::get_if<core::Launch>(&action->what);
        if (launch && launch->stream == core::kCompute) {
            if (collective) wakeUp(core::kCompute, ref);
            collective = false;
            watch.onOperation(ref, launch->stream, now, now + kOperation * factor);
            now += (kOperation + kGap) * factor;
        } else if (std::holds_alternative<core::Collective>(action->what)) {
            if (!collective) {
                now -= kGap * factor;
                wakeUp(core::kCommunication, ref);
            }
            collective = true;
            const int64_t late = rank == 0 ? (now - met) / 10 : 0;
            watch.onCollective(ref, core::kCommunication, now, now + late,
                               now + late + kTransfer * factor);
            now += late + kTransfer * factor;
            met = now;
        }
    }
    watch.onStep(step, begin, now);
}

class ProbeTimes : public ::testing::Test {
  protected:
    /// Eight steps: the fastest and the slowest quarter are of other times.
    void SetUp() override {
        std::vector<Watch> watches(kRanks);
        for (int rank = 0; rank < kRanks; ++rank) {
            Watch& watch = watches[static_cast<size_t>(rank)];
            watch.reserve(8 * plan_.flat().size());
            const std::array factors{1, 9, 2, 2, 5, 2, 2, 1, 1};  // of step 0: not counted
            for (int step = 0; step < 9; ++step) {
                play(plan_, rank, step, factors[static_cast<size_t>(step)], watch);
            }
        }
        takeSamples(plan_, watches, samples_);
    }

    const core::Problem problem_ = problem();
    const core::StepPlan plan_ = *core::planStep(problem_, core::Rank{0});
    Samples samples_;
};

TEST_F(ProbeTimes, KernelsAndTransfersTakeWhatTheyTookInTypicalSteps) {
    const core::MeasuredRates rates = samples_.rates();
    ASSERT_FALSE(rates.kernels.empty());
    for (const core::MeasuredKernel& kernel : rates.kernels) {
        EXPECT_EQ(kernel.ranks, kRanks);
        EXPECT_DOUBLE_EQ(kernel.us, 2 * kOperation / 1e3) << kernel.kernel;
    }
    ASSERT_FALSE(rates.collectives.empty());
    for (const core::MeasuredCollective& collective : rates.collectives) {
        EXPECT_DOUBLE_EQ(collective.us, 2 * kTransfer / 1e3);
    }
}

TEST_F(ProbeTimes, BesideComputationOnlyTransfersOfMicroBatchesCount) {
    for (const core::MeasuredCollective& collective : samples_.rates().collectives) {
        EXPECT_EQ(collective.besideUs, 0.0);
    }
    std::vector<Watch> watches(kRanks);
    for (Watch& watch : watches) {
        watch.reserve(3);
        watch.onWait({.action = 0, .step = 1, .microBatch = 0}, core::kCommunication, 0, 90'000);
        for (const core::Action* action : plan_.flat()) {
            if (!std::holds_alternative<core::Collective>(action->what)) continue;
            for (const int microBatch : {0, -1}) {
                watch.onCollective({.action = action->index, .step = 1, .microBatch = microBatch},
                                   core::kCommunication, 0, 10'000,
                                   microBatch < 0 ? 90'000 : 310'000);
            }
        }
        watch.onStep(1, 0, 1'000'000);
    }
    takeSamplesBeside(plan_, watches, samples_);
    for (const core::MeasuredCollective& collective : samples_.rates().collectives) {
        EXPECT_DOUBLE_EQ(collective.besideUs, 300.0);
        EXPECT_DOUBLE_EQ(collective.us, 2 * kTransfer / 1e3);
    }
}

TEST_F(ProbeTimes, AWakeUpIsWhatLiesBetweenTheWorkWaitedForAndGoingOn) {
    EXPECT_DOUBLE_EQ(samples_.wakeUpUs(), 2 * kWakeUp / 1e3);
}

TEST_F(ProbeTimes, LatenessIsTheRanksMean) { EXPECT_NEAR(samples_.lateness(), 0.05, 0.005); }

TEST_F(ProbeTimes, GapsBesideOtherRanksAreNoHandOver) { EXPECT_EQ(samples_.handOverUs(), 0.0); }

}  // namespace
}  // namespace shardscope::profiler
