// The planner's memory is the engine's, to the byte, though it runs nothing and skips what recurs.

#include "core/capacity/evaluator.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/engine/pool_replay.h"
#include "tests/core/capacity/simulated_pool.h"

namespace shardscope::core {
namespace {

Workload small() {
    Workload w;
    w.model = {.name = "gpt", .layers = 3, .hidden = 96, .heads = 4, .vocab = 300, .sequence = 40};
    w.steps = 4;
    return w;
}

Strategy preset(const std::string& name, int64_t bucket = 0, int inFlight = 2,
                bool overlap = true) {
    Strategy strategy = *presetNamed(name, "test");
    if (bucket > 0) strategy.bucket = {.elements = bucket};
    strategy.inFlight = inFlight;
    strategy.overlap = overlap;
    return strategy;
}

std::string nameOf(const Configuration& c) {
    return fmt::format("{} N {} mb {} G {} bucket {} in-flight {} overlap {}", c.strategy.preset,
                       c.ranks, c.microBatch, c.gradAccum, c.strategy.bucket.elements,
                       c.strategy.inFlight, c.strategy.overlap);
}

void expectEqual(Evaluator& evaluator, const Configuration& at) {
    PoolWatcher watcher;
    const PoolPolicy policy = evaluator.options().policy;
    ASSERT_TRUE(simulate(evaluator.base(), at, policy, 0, watcher)) << nameOf(at);
    const auto found = evaluator.evaluate(at);
    ASSERT_TRUE(found) << toString(found.error());
    MemoryFootprint memory = found->memory;
    memory.peakPhase = Phase::Setup;  // the watcher does not see phases
    memory.roundedPeakBytes = 0;
    EXPECT_EQ(memory, watcher.seen)
        << nameOf(at) << ": peak " << memory.peakBytes << " for " << watcher.seen.peakBytes
        << ", reserved " << memory.reservedPeakBytes << " for " << watcher.seen.reservedPeakBytes
        << ", step " << memory.peakStep << " for " << watcher.seen.peakStep;
    EXPECT_EQ(*evaluator.smallestLimit(at), smallestLimit(watcher.calls, policy)) << nameOf(at);
}

/// Every stage under ranks, micro-batches and accumulations that share structures, and some that
/// do not.
std::vector<Configuration> grid() {
    std::vector<Configuration> all;
    for (const char* name : {"zero-0", "zero-1", "zero-2", "zero-3"}) {
        for (int ranks : {1, 2, 3, 8, 60}) {
            for (int64_t microBatch : {1, 5}) {
                for (int g : {1, 2, 3, 6}) all.push_back({preset(name), ranks, microBatch, g});
            }
        }
        for (int64_t bucket : {3000, 40000}) {
            for (int inFlight : {1, 3}) {
                for (bool overlap : {true, false}) {
                    all.push_back({preset(name, bucket, inFlight, overlap), 4, 2, 4});
                }
            }
        }
    }
    return all;
}

TEST(PlannedMemory, EqualsTheEnginesOnEveryConfiguration) {
    for (const PoolPolicy policy : {PoolPolicy::Expandable, PoolPolicy::Classic}) {
        Evaluator evaluator(small(), {.policy = policy});
        for (const Configuration& at : grid()) expectEqual(evaluator, at);
    }
}

TEST(PlannedMemory, EqualsTheEnginesWithStagingCopiesAndOtherTypes) {
    Workload staged = small();
    staged.reduceDtype = DType::Fp32;
    Workload full = small();
    full.dtype = full.reduceDtype = full.accumulateDtype = DType::Fp32;
    Workload sgd = small();
    sgd.optimizer.kind = OptimizerKind::Sgd;
    sgd.workspaceBytes = 3 << 20;
    sgd.model.name = "mlp";
    for (const Workload& workload : {staged, full, sgd}) {
        Evaluator evaluator(workload, {});
        for (const char* name : {"zero-0", "zero-1", "zero-2", "zero-3"}) {
            for (int g : {1, 2, 5}) expectEqual(evaluator, {preset(name), 6, 2, g});
        }
    }
}

TEST(PlannedMemory, EqualsTheEnginesForASizeWhoseSegmentsAreFull) {
    Workload large = small();
    large.model = {
        .name = "gpt", .layers = 4, .hidden = 8192, .heads = 64, .vocab = 32000, .sequence = 512};
    Evaluator evaluator(large, {});  // weights, m and v of stage 0: more than one 16 GiB segment
    for (const char* name : {"zero-0", "zero-1", "zero-2", "zero-3"}) {
        expectEqual(evaluator, {preset(name), 2, 8, 3});
    }
    EXPECT_GT(evaluator.evaluate({preset("zero-0"), 2, 8, 3})->memory.reservedPeakBytes,
              16LL << 30);
}

TEST(PlannedMemory, OfOtherSystemsIsThatOfTheRankWithTheLargestPeak) {
    Evaluator evaluator(small(), {});
    for (const std::string_view name : presetNames()) {
        for (const auto& [ranks, g] : {std::pair{1, 1}, {3, 1}, {4, 3}}) {
            const Configuration at{preset(std::string(name)), ranks, 2, g};
            MemoryFootprint worst;
            for (int rank = 0; rank < ranks; ++rank) {
                PoolWatcher watcher;
                ASSERT_TRUE(simulate(small(), at, PoolPolicy::Expandable, 0, watcher, Rank{rank}));
                if (watcher.seen.peakBytes > worst.peakBytes) worst = watcher.seen;
            }
            const auto found = evaluator.evaluate(at);
            ASSERT_TRUE(found) << nameOf(at) << " " << toString(found.error());
            MemoryFootprint memory = found->memory;
            memory.peakPhase = Phase::Setup;
            memory.roundedPeakBytes = 0;
            EXPECT_EQ(memory, worst)
                << nameOf(at) << ": " << memory.peakBytes << " for " << worst.peakBytes;
        }
    }
}

TEST(PlannedMemory, OfTheFirstStepAloneIsNotTheLater) {
    Workload one = small();
    one.steps = 1;
    Evaluator evaluator(one, {});
    expectEqual(evaluator, {preset("zero-2"), 4, 2, 4});
}

TEST(Fitting, UnderABudgetIsWhatTheEngineFinds) {
    const Configuration at{preset("zero-2"), 4, 4, 4};
    Evaluator unlimited(small(), {});
    const auto free = *unlimited.evaluate(at);
    const int64_t least = *unlimited.smallestLimit(at);
    ASSERT_LE(free.memory.roundedPeakBytes, least);
    for (int64_t budget = least - (4 << 20); budget <= free.memory.reservedPeakBytes + (2 << 20);
         budget += 1 << 20) {
        Evaluator evaluator(small(), {.budgetBytes = budget});
        PoolWatcher watcher;
        EXPECT_EQ(evaluator.evaluate(at)->fits,
                  simulate(small(), at, PoolPolicy::Expandable, budget, watcher))
            << budget;
    }
}

TEST(Fitting, NamesTheSmallestLimitWhereItDecides) {
    // What is freed in one size and asked for in another is released when the limit says so.
    Workload workload = small();
    workload.model.hidden = 384;
    Evaluator unlimited(workload, {.policy = PoolPolicy::Classic});
    Configuration at;
    int64_t least = 0, reserved = 0;
    for (const Configuration& each : grid()) {
        at = each;
        least = *unlimited.smallestLimit(at);
        reserved = unlimited.evaluate(at)->memory.reservedPeakBytes;
        if (least < reserved) break;
    }
    ASSERT_LT(least, reserved);
    Evaluator tight(workload, {.policy = PoolPolicy::Classic, .budgetBytes = least});
    EXPECT_TRUE(tight.evaluate(at)->fits);
    EXPECT_EQ(tight.evaluate(at)->smallestLimitBytes, least);
    Evaluator roomy(workload, {.policy = PoolPolicy::Classic, .budgetBytes = reserved});
    EXPECT_TRUE(roomy.evaluate(at)->fits);
    EXPECT_EQ(roomy.evaluate(at)->smallestLimitBytes, 0);
}

/// What one G's budget decided may answer for another: that is exact.
TEST(Fitting, IsTheSameFromOneGToTheNextAsWorkedOutAnew) {
    for (const PoolPolicy policy : {PoolPolicy::Expandable, PoolPolicy::Classic}) {
        for (const char* name : {"zero-1", "zero-2", "zero-3"}) {
            const auto at = [&](int g) { return Configuration{preset(name), 4, 4, g}; };
            Evaluator unlimited(small(), {.policy = policy});
            const auto memory = unlimited.evaluate(at(6))->memory;
            for (int64_t budget = memory.roundedPeakBytes; budget <= memory.reservedPeakBytes;
                 budget += 1 << 19) {
                Evaluator shared(small(), {.policy = policy, .budgetBytes = budget});
                for (const int g : {6, 4, 5, 16, 3, 64, 7, 8}) {
                    Evaluator alone(small(), {.policy = policy, .budgetBytes = budget});
                    const auto found = *shared.evaluate(at(g)), anew = *alone.evaluate(at(g));
                    EXPECT_EQ(found.fits, anew.fits) << name << " G " << g << ' ' << budget;
                    EXPECT_EQ(found.smallestLimitBytes, anew.smallestLimitBytes)
                        << name << " G " << g << ' ' << budget;
                }
            }
        }
    }
}

TEST(PlannedTraffic, IsThePapersVolume) {
    Evaluator evaluator(small(), {});
    const auto perParameter = [&](const char* name, int g) {
        const auto found = *evaluator.evaluate({preset(name), 4, 1, g});
        return static_cast<double>(found.sent.weightedElements) /
               static_cast<double>(found.parameters);
    };
    for (int g : {1, 4, 16}) {
        EXPECT_DOUBLE_EQ(perParameter("zero-0", g), 2.0);
        EXPECT_DOUBLE_EQ(perParameter("zero-1", g), 2.0);
        EXPECT_DOUBLE_EQ(perParameter("zero-2", g), g + 1.0);
        EXPECT_DOUBLE_EQ(perParameter("zero-3", g), 3.0 * g);
    }
    EXPECT_EQ(evaluator.evaluate({preset("zero-2"), 1, 1, 4})->sent, Sent{});
}

TEST(Evaluator, SaysWhyAConfigurationCannotBe) {
    Workload odd = small();
    odd.model.heads = 5;
    const auto refused = Evaluator(odd, {}).evaluate({preset("zero-2"), 4, 1, 1});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().where, "--heads");
    Strategy broken = preset("zero-2");
    broken.weightReturn = WeightReturn::None;
    EXPECT_FALSE(Evaluator(small(), {}).evaluate({broken, 4, 1, 1}));
}

}  // namespace
}  // namespace shardscope::core
