// What sharding changed in others' runs: bucket sizes of the gather after the update, overlap, and the
// optimizer's share of memory. Signs, and sizes as far as the reports say what was run.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/capacity/formulas/model_states.h"
#include "core/sim/cost/collective.h"
#include "core/sim/hardware_catalogue.h"
#include "core/sim/roofline_costs.h"
#include "core/sim/simulate_step.h"

namespace shardscope::core {
namespace {

/// Seconds to gather fp16 weights in collectives of at most @p bucket elements.
double gatherSeconds(const Hardware& hardware, double parameters, double bucket, int ranks) {
    const double calls = std::ceil(parameters / bucket);
    const double bytes = 2.0 * parameters / calls;
    return calls * collectiveTime(hardware, CollectiveKind::AllGather, bytes, {.ranks = ranks}).us *
           1e-6;
}

/// DeepSpeed#724: 2.5e9 parameters on 4 x 8 V100 with InfiniBand, stage 2: by `allgather_bucket_size` the
/// gather took from 2.5 to 0.4 s. Which sizes, and how many adapters a node had, is not said: one of 100 Gb
/// is what 0.4 s for 5 GB leaves room for.
TEST(PublishedSharding, TheGatherAfterTheUpdateTakesFrom04To25SecondsByItsBucket) {
    const Hardware hardware = *gpuNamed("v100-sxm-32", {.fabric = {"1x100g"}});
    const auto seconds = [&](double bucket) { return gatherSeconds(hardware, 2.5e9, bucket, 32); };
    double before = 1e9;
    for (const double bucket : {5e4, 5e5, 5e6, 5e7, 5e8, 5e9}) {
        fmt::print("T13  32 V100, 2.5e9 parameters in buckets of {:.0e}: {:.2f} s (0.4 to 2.5)\n",
                   bucket, seconds(bucket));
        EXPECT_LT(seconds(bucket), before);
        before = seconds(bucket);
    }
    EXPECT_NEAR(seconds(5e9), 0.4, 0.08);
    EXPECT_GT(seconds(5e4), 2.5);
    EXPECT_LT(seconds(5e5), 2.5);
}

/// DeepSpeed#3338: GPT under Megatron-DeepSpeed's stage 2, 2.6 s in buckets of 5e8 elements and 1.4 s in one
/// collective. Neither model nor GPUs are said: the sign, and that the loss grows with the ranks.
TEST(PublishedSharding, BucketsOf5e8CostMoreThanOneGather) {
    const Hardware hardware = *gpuNamed("a100-sxm-80", {});
    double before = 1.0;
    for (const int ranks : {32, 128, 512}) {
        const double ratio =
            gatherSeconds(hardware, 20e9, 5e8, ranks) / gatherSeconds(hardware, 20e9, 5e10, ranks);
        fmt::print("T13  {} A100: buckets of 5e8 take {:.2f} times as long as one (1.86)\n", ranks,
                   ratio);
        EXPECT_GT(ratio, before);
        before = ratio;
    }
    EXPECT_GT(before, 1.5);
}

/// bigscience#48: BLOOM, 181e9 parameters as counted there, 384 A100 as 8 x 12 x 4: ZeRO-1 37 GB and 120.3 s
/// an iteration, ZeRO-0 72 GB and 137.3 s. Of the optimizer's 12 bytes a parameter of each GPU's part three
/// quarters go; 16 with the fp32 gradients that its update made. Stages differ and the allocator rounds, so
/// what nvidia-smi showed went down by more.
TEST(PublishedSharding, BloomsOptimizerLeavesThreeQuartersOfItselfElsewhere) {
    const double part = 181e9 / (8 * 12);
    const auto gb = [&](int stage) {
        const StateConvention convention = *stateConventionNamed("paper", "test");
        return stateBytes(convention, stage, part, 4)->total() / 1e9;
    };
    const double saved = gb(0) - gb(1), copies = 4.0 * part * 0.75 / 1e9;
    fmt::print("T13  BLOOM: stage 1 saves {:.1f} GB of states, {:.1f} with fp32 gradients (35)\n",
               saved, saved + copies);
    EXPECT_NEAR(saved, 12.0 * part * 0.75 / 1e9, 1e-6);
    EXPECT_GT(saved + copies, 0.5 * 35.0);
    EXPECT_LT(saved + copies, 35.0);
    EXPECT_LT(gb(1), 37.0);
}

/// Paddle#48604: GPT-3 6.7B on 16 A100 of 40 GB at stage 2: 29884 tokens/s without overlap, 39936 with
/// DeepSpeed's, 1.34 times as many; PR#46495: 1.22. Batch and recomputation are
/// not said: one sequence of 1024 with nothing recomputed is what 35.4 GB leave room for.
TEST(PublishedSharding, OverlapIsWorthAQuarterOnTwoNodesOfA100) {
    Workload w;
    w.model = {
        .name = "gpt", .layers = 32, .hidden = 4096, .heads = 32, .vocab = 50304, .sequence = 1024};
    w.dtype = w.reduceDtype = w.accumulateDtype = DType::Fp16;
    const auto costs = std::make_shared<RooflineCosts>(*gpuNamed("a100-sxm-40", {}));
    const auto tokens = [&](bool overlap) {
        Strategy strategy = *presetNamed("zero-2", "test");
        strategy.overlap = overlap;
        const auto problem = makeProblem(w, strategy, 16);
        const auto step = simulateStep(*problem, {.costs = costs});
        return 16.0 * 1024.0 * 1e9 / static_cast<double>(step->stepNs);
    };
    const double with = tokens(true), without = tokens(false);
    fmt::print(
        "T13  Paddle: {:.0f} tokens/s without overlap (29884), {:.0f} with (39936): {:.2f}\n",
        without, with, with / without);
    EXPECT_GT(with / without, 1.1);
    EXPECT_LT(with / without, 1.45);
    EXPECT_NEAR(with / 39936.0, 1.0, 0.3);
}

}  // namespace
}  // namespace shardscope::core
