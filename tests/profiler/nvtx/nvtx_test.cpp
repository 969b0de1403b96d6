// What Nsight is shown of a step: phases, and in them actions with their payload.

#include <gtest/gtest.h>

#include <algorithm>

#include "core/plan/planner.h"
#include "profiler/nvtx/nvtx_tags.h"
#include "tests/profiler/nvtx/nvtx_tool.h"

namespace shardscope::profiler::nvtx {

namespace {

/// Tags that only count.
class Counting : public core::ActivityTags {
  public:
    explicit Counting(std::vector<std::string>& calls) : calls_(calls) {}
    void begin(const core::Activity&) override { calls_.emplace_back("begin"); }
    void end() override { calls_.emplace_back("end"); }
    core::Result<void> deliver(core::Observer&) override {
        calls_.emplace_back("deliver");
        return {};
    }
    int64_t nowNs() override { return 42; }

  private:
    std::vector<std::string>& calls_;
};

class Nothing : public core::Observer {
  public:
    void onAllocate(core::ActionRef, const core::PoolCall&, const core::PoolTotals&,
                    int64_t) override {}
    void onFree(core::ActionRef, const core::PoolCall&, const core::PoolTotals&, int64_t) override {
    }
    void onOperation(core::ActionRef, core::StreamId, int64_t, int64_t) override {}
    void onCollective(core::ActionRef, core::StreamId, int64_t, int64_t, int64_t) override {}
    void onWait(core::ActionRef, core::StreamId, int64_t, int64_t) override {}
    void onMark(core::ActionRef, core::StreamId, int64_t) override {}
    void onStep(int32_t, int64_t, int64_t) override {}
};

core::Problem smallProblem() {
    core::Workload workload;
    workload.model = {
        .name = "gpt", .layers = 1, .hidden = 32, .heads = 2, .vocab = 64, .sequence = 8};
    return *core::makeProblem(workload, *core::presetNamed("zero-2", "test"), 2);
}

class Ranges : public testing::Test {
  protected:
    void SetUp() override {
        tags = withRanges(std::make_unique<Counting>(calls),
                          {.problem = &problem, .rank = core::Rank{0}, .ranks = 2});
        doubles::takeRanges();
    }
    /// The first action of the step for which @p wanted holds.
    template <class Wanted>
    const core::Action& find(Wanted&& wanted) {
        const auto actions = step.flat();
        return **std::find_if(actions.begin(), actions.end(),
                              [&](const core::Action* action) { return wanted(*action); });
    }
    void bracket(const core::Action& action, int32_t microBatch) {
        tags->begin({.ref = {.action = action.index, .step = 0, .microBatch = microBatch},
                     .stream = core::kCompute});
        tags->end();
    }
    const core::Problem problem = smallProblem();
    const core::StepPlan step = *core::planStep(problem, core::Rank{0});
    std::vector<std::string> calls;
    std::unique_ptr<core::ActivityTags> tags;
};

using Texts = std::vector<std::string>;

TEST_F(Ranges, HaveADomainOfTheirOwn) {
    EXPECT_TRUE(toolAttached());
    EXPECT_EQ(doubles::nvtxDomains(), Texts{"shardscope"});
}

TEST_F(Ranges, ACollectiveSaysItsBytesInsideItsPhase) {
    const core::Action& reduce = find([](const core::Action& action) {
        const auto* collective = std::get_if<core::Collective>(&action.what);
        return collective != nullptr && collective->purpose == core::Purpose::Gradient;
    });
    const auto& collective = std::get<core::Collective>(reduce.what);
    bracket(reduce, 0);
    const std::string bytes = std::to_string(collective.elements * core::bytesOf(collective.dtype));
    EXPECT_EQ(doubles::takeRanges(),
              (Texts{"push backward 0 (category 3)",
                     "push " + reduce.name + " (category 3, payload " + bytes + ")", "pop"}));
}

TEST_F(Ranges, APhaseEndsWhereTheNextBeginsAndWithTheStep) {
    const auto of = [&](core::Phase phase) -> const core::Action& {
        return find([&](const core::Action& action) {
            return action.phase == phase && std::holds_alternative<core::Launch>(action.what);
        });
    };
    const core::Action& forward = of(core::Phase::Forward);
    const core::Action& optimizer = of(core::Phase::Optimizer);
    bracket(forward, 0);
    bracket(forward, 1);
    bracket(optimizer, -1);
    Nothing nobody;
    ASSERT_TRUE(tags->deliver(nobody));
    Texts phases;
    for (const std::string& range : doubles::takeRanges()) {
        const bool action = range.find(forward.name) != std::string::npos ||
                            range.find(optimizer.name) != std::string::npos;
        if (!action) phases.push_back(range);
    }
    // Each action's own pop follows its push.
    EXPECT_EQ(phases,
              (Texts{"push forward 0 (category 2)", "pop", "pop", "push forward 1 (category 2)",
                     "pop", "pop", "push optimizer (category 4)", "pop", "pop"}));
}

TEST_F(Ranges, WhatIsInsideIsCalledAsBefore) {
    bracket(*step.flat().front(), 0);
    Nothing nobody;
    ASSERT_TRUE(tags->deliver(nobody));
    EXPECT_EQ(calls, (Texts{"begin", "end", "deliver"}));
    EXPECT_EQ(tags->nowNs(), 42);
}

}  // namespace

}  // namespace shardscope::profiler::nvtx
