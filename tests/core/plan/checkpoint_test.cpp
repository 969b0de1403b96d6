// What a checkpoint gathers and who writes what; and optimizer state that the first update allocates.

#include "core/plan/checkpoint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "core/plan/check_plan.h"

namespace shardscope::core {
namespace {

constexpr int kRanks = 4;

Problem problemOf(std::string_view preset, CheckpointKind kind,
                  StateBirth birth = StateBirth::Setup, DType dtype = DType::Bf16) {
    Workload w;
    w.model = {.name = "gpt", .layers = 2, .hidden = 12, .heads = 3, .vocab = 40, .sequence = 8};
    w.gradAccum = 2;
    w.dtype = w.reduceDtype = w.accumulateDtype = dtype;
    Strategy s = *presetNamed(preset, "test");
    s.stateBirth = birth;
    Problem p = *makeProblem(w, s, kRanks);
    p.checkpoint = kind;
    return p;
}

template <class Kind>
int64_t countOf(const std::vector<Action>& actions) {
    return std::ranges::count_if(
        actions, [](const Action& a) { return std::holds_alternative<Kind>(a.what); });
}

/// Elements that all ranks save under names that start with @p what.
int64_t savedElements(const Problem& problem, std::string_view what) {
    int64_t sum = 0;
    for (int r = 0; r < kRanks; ++r) {
        const StepPlan plan = *planStep(problem, Rank{r});
        for (const Saved& saved : plan.saved) {
            if (saved.name.starts_with(what)) sum += saved.elements();
        }
    }
    return sum;
}

/// Elements of @p problem's parameters that rank 0 saves under their own names.
int64_t savedParameters(const Problem& problem) {
    int64_t sum = 0;
    const StepPlan plan = *planStep(problem, Rank{0});
    for (const Parameter& parameter : problem.graph.parameters) {
        for (const Saved& saved : plan.saved) {
            if (saved.name == parameter.name) sum += saved.elements();
        }
    }
    return sum;
}

TEST(Checkpoint, EveryPlanOrdersItsWorkOnEveryRank) {
    for (const std::string_view preset : presetNames()) {
        for (const auto kind : {CheckpointKind::Sharded, CheckpointKind::Consolidated}) {
            for (const auto birth : {StateBirth::Setup, StateBirth::FirstUpdate}) {
                for (const DType dtype : {DType::Bf16, DType::Fp16, DType::Fp32}) {
                    const Problem p = problemOf(preset, kind, birth, dtype);
                    std::vector<StepPlan> plans;
                    for (int r = 0; r < kRanks; ++r) {
                        plans.push_back(*planStep(p, Rank{r}));
                        EXPECT_EQ(checkPlan(*planSetup(p, Rank{r}), plans.back()),
                                  std::vector<std::string>{})
                            << preset;
                    }
                    EXPECT_EQ(checkRanksAgree(plans), std::vector<std::string>{}) << preset;
                }
            }
        }
    }
}

TEST(Checkpoint, WithoutOneTheStepIsTheSame) {
    for (const std::string_view preset : presetNames()) {
        const StepPlan plain = *planStep(problemOf(preset, CheckpointKind::None), Rank{0});
        const StepPlan saving = *planStep(problemOf(preset, CheckpointKind::Consolidated), Rank{0});
        EXPECT_TRUE(plain.checkpoint.empty() && plain.saved.empty());
        EXPECT_EQ(plain.layout, saving.layout) << preset;
        EXPECT_EQ(plain.flat().size() + saving.checkpoint.size(), saving.flat().size());
        EXPECT_TRUE(std::ranges::none_of(plain.commit, &Action::once));
    }
}

TEST(Checkpoint, OnlyShardedParametersAreGatheredAndOnlyWhereAsked) {
    for (const std::string_view preset : presetNames()) {
        const Problem whole = problemOf(preset, CheckpointKind::Consolidated);
        const bool gathers = whole.strategy.parameters != ParameterStorage::Replicated;
        EXPECT_EQ(countOf<Collective>(planStep(whole, Rank{1})->checkpoint),
                  gathers ? whole.buckets.count() : 0)
            << preset;
        EXPECT_EQ(savedParameters(whole), whole.graph.parameterCount()) << preset;
        const Problem shards = problemOf(preset, CheckpointKind::Sharded);
        const StepPlan plan = *planStep(shards, Rank{1});
        EXPECT_EQ(countOf<Collective>(plan.checkpoint) + countOf<Allocate>(plan.checkpoint), 0);
        EXPECT_EQ(savedParameters(shards), gathers ? 0 : shards.graph.parameterCount());
    }
}

TEST(Checkpoint, EveryElementOfTheOptimizerIsWrittenOnce) {
    for (const std::string_view preset : presetNames()) {
        const Problem p = problemOf(preset, CheckpointKind::Sharded);
        // Whole parameters leave the padding out.
        const bool byParameter = p.strategy.layout == ShardLayout::WholeParameter ||
                                 p.strategy.parameterGradients == ParameterGradients::Kept;
        const int64_t elements = byParameter ? p.graph.parameterCount() : p.buckets.elements();
        for (const char* what : {"master weights ", "m ", "v "}) {
            EXPECT_EQ(savedElements(p, what), elements) << preset << what;
        }
    }
    const Problem shards = problemOf("zero-3", CheckpointKind::Sharded);
    EXPECT_EQ(savedElements(shards, "weights "), shards.buckets.elements());
}

TEST(FirstUpdate, AllocatesAndZeroesEachStateOnce) {
    for (const std::string_view preset : presetNames()) {
        const Problem late = problemOf(preset, CheckpointKind::None, StateBirth::FirstUpdate);
        const Problem early = problemOf(preset, CheckpointKind::None);
        const StepPlan step = *planStep(late, Rank{0}), setup = *planSetup(late, Rank{0});
        const auto bytes = [&](const std::vector<Action>& actions) {
            int64_t sum = 0;
            for (const Action& action : actions) {
                const auto* allocate = std::get_if<Allocate>(&action.what);
                if (!allocate) continue;
                const BufferSpec& buffer = step.layout[allocate->buffer];
                if (buffer.category != Category::OptimizerState) continue;
                sum += buffer.bytes;
            }
            return sum;
        };
        EXPECT_EQ(bytes(setup.prologue), 0) << preset;
        EXPECT_EQ(bytes(step.commit), bytes(planSetup(early, Rank{0})->prologue)) << preset;
        EXPECT_GT(bytes(step.commit), 0) << preset;
    }
}

}  // namespace
}  // namespace shardscope::core
