// What a recorded run waited beyond the work that it waited for: spans with every time known.

#include "profiler/replay/waiting.h"

#include <gtest/gtest.h>

namespace shardscope::profiler {
namespace {

core::Problem problem() {
    core::Workload workload;
    workload.model.layers = 1;
    workload.model.hidden = 64;
    workload.model.heads = 2;
    workload.model.sequence = 16;
    auto made = core::makeProblem(workload, *core::presetNamed("zero-2", "test"), 2);
    if (!made) core::broken(core::toString(made.error()));
    return std::move(*made);
}

class WaitingTest : public ::testing::Test {
  protected:
    /// The first action of the step's plan that is a @p What.
    template <class What>
    const core::Action* first() const {
        for (const core::Action* action : rank_.plans.plan(0).flat()) {
            if (std::holds_alternative<What>(action->what)) return action;
        }
        core::broken("no such action");
    }
    void collective(int64_t step, int64_t arrivedUs, int64_t beginUs, int64_t endUs) {
        rank_.work.push_back({.action = first<core::Collective>(),
                              .step = step,
                              .beginNs = beginUs * 1000,
                              .endNs = endUs * 1000,
                              .arrivedNs = arrivedUs * 1000});
    }
    void compute(int64_t step, int64_t beginUs, int64_t endUs) {
        rank_.work.push_back({.action = first<core::Launch>(),
                              .step = step,
                              .beginNs = beginUs * 1000,
                              .endNs = endUs * 1000,
                              .arrivedNs = beginUs * 1000});
    }
    void stall(int64_t beginUs, int64_t endUs) {
        rank_.stalls.push_back({beginUs * 1000, endUs * 1000});
    }
    Waiting waiting() const { return waitingOf({rank_}); }

    RankSpans rank_{.plans = *PlanLookup::make(problem(), core::Rank{0})};
};

TEST_F(WaitingTest, NothingRecordedIsNothingWaited) {
    EXPECT_EQ(waiting().wakeUpNs, 0.0);
    EXPECT_EQ(waiting().lateness, 0.0);
}

TEST_F(WaitingTest, AStallOutlastsWhatItWaitedForByTheWakeUp) {
    collective(0, 100, 100, 300);
    stall(150, 340);
    collective(0, 300, 300, 600);
    stall(400, 660);
    stall(590, 605);  // too short to have slept
    EXPECT_DOUBLE_EQ(waiting().wakeUpNs, 50'000.0);
}

TEST_F(WaitingTest, LatenessCountsFromTheStepsBeginAndFromTheLastMeeting) {
    compute(0, 0, 900);
    collective(0, 1000, 1150, 1200);
    collective(0, 1200, 1200, 1300);
    collective(0, 2300, 2350, 2400);
    compute(1, 50'000, 50'900);  // what lies between steps is no step's
    collective(1, 51'000, 51'100, 51'200);
    EXPECT_NEAR(waiting().lateness, (150.0 + 50 + 100) / (1000 + 1000 + 1000), 1e-9);
}

TEST_F(WaitingTest, SetUpIsNoStep) {
    collective(-1, 0, 5000, 6000);
    EXPECT_EQ(waiting().lateness, 0.0);
}

}  // namespace
}  // namespace shardscope::profiler
