// The rank found in one go is the one found by simulating each.

#include "core/capacity/worst_rank.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/capacity/evaluator.h"
#include "tests/core/capacity/simulated_pool.h"

namespace shardscope::core {
namespace {

Workload small(DType accumulate, DType reduce, int64_t steps) {
    Workload w;
    w.model = {.name = "gpt", .layers = 2, .hidden = 64, .heads = 2, .vocab = 300, .sequence = 16};
    w.accumulateDtype = accumulate;
    w.reduceDtype = reduce;
    w.steps = steps;
    return w;
}

struct Worst {
    Rank rank;
    int64_t peakBytes = 0;
};

Worst simulatedWorst(const Workload& base, const Configuration& at) {
    Worst worst;
    for (int r = 0; r < at.ranks; ++r) {
        PoolWatcher watcher;
        EXPECT_TRUE(simulate(base, at, PoolPolicy::Expandable, 0, watcher, Rank{r}));
        if (watcher.seen.peakBytes <= worst.peakBytes) continue;
        worst = {.rank = Rank{r}, .peakBytes = watcher.seen.peakBytes};
    }
    return worst;
}

void expectFound(const Workload& base, const Configuration& at) {
    const auto problem = makeProblem(workloadOf(base, at), at.strategy, at.ranks);
    ASSERT_TRUE(problem) << toString(problem.error());
    const Worst worst = simulatedWorst(base, at);
    const std::string name =
        fmt::format("{}, {} ranks, G {}, {} steps, accumulating in {}", at.strategy.preset,
                    at.ranks, at.gradAccum, base.steps, nameOf(base.accumulateDtype));
    EXPECT_EQ(worstRank(*problem)->value, worst.rank.value) << name;
    Evaluator evaluator(base, {});
    EXPECT_EQ(evaluator.evaluate(at)->memory.peakBytes, worst.peakBytes) << name;
}

TEST(WorstRank, IsTheOneThatSimulatingEachFinds) {
    for (const std::string_view name : presetNames()) {
        Strategy strategy = *presetNamed(name, "test");
        for (const int64_t bucket : {0, 5000}) {
            if (bucket > 0) strategy.bucket = {.elements = bucket};
            for (const int ranks : {3, 16}) {
                for (const int g : {1, 2, 4}) {
                    expectFound(small(DType::Bf16, DType::Bf16, 2), {strategy, ranks, 1, g});
                    expectFound(small(DType::Fp32, DType::Bf16, 1), {strategy, ranks, 1, g});
                }
            }
        }
    }
}

TEST(WorstRank, IsNotTheFirstOneWhereOthersCrossLargerParameters) {
    Strategy strategy = *presetNamed("deepspeed-2", "test");
    strategy.bucket = {.elements = 5000};
    const auto problem = makeProblem(small(DType::Fp32, DType::Bf16, 1), strategy, 16);
    EXPECT_NE(worstRank(*problem)->value, 0);
}

}  // namespace
}  // namespace shardscope::core
