#include "core/plan/planner.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/plan/action_list.h"
#include "core/plan/checkpoint.h"
#include "core/plan/epilogue.h"
#include "core/plan/layout.h"
#include "core/plan/micro_batch.h"

namespace shardscope::core {

namespace {

/// `--without` needs something to leave out.
Result<void> omittable(const Strategy& s) {
    const bool gathers = s.weightReturn == WeightReturn::AllGather;
    const bool scatters = s.collective == GradientCollective::ReduceScatter;
    if (s.omit == Omit::AllGather && !gathers) {
        return invalidInput("--without",
                            fmt::format("found all-gather; {} has none after the update: allowed "
                                        "with zero-1 and zero-2",
                                        s.preset));
    }
    if (s.omit == Omit::ReduceScatter && !scatters) {
        return invalidInput("--without",
                            fmt::format("found reduce-scatter; {} all-reduces: allowed with "
                                        "zero-1, zero-2 and zero-3",
                                        s.preset));
    }
    return {};
}

Result<void> groupFits(const Strategy& s, int ranks) {
    if (s.shardGroup == 0 || ranks % s.shardGroup == 0) return {};
    return invalidInput("--shard-group", fmt::format("found {}; allowed: a divisor of --ranks, "
                                                     "which is {}",
                                                     s.shardGroup, ranks));
}

Result<void> check(const Problem& problem, Rank rank) {
    if (rank.value < 0 || rank.value >= problem.buckets.ranks) {
        return invalidInput("rank", fmt::format("found {}; allowed: 0 … {}", rank.value,
                                                problem.buckets.ranks - 1));
    }
    return {};
}

void fill(const Problem& problem, const RankLayout& rank, ActionList& actions, BucketId bucket) {
    const BucketLayout& b = rank.buckets[bucket.index()];
    const std::string label = problem.buckets.labelOf(bucket);
    const auto weights = [&](TensorId tensor, int64_t first, const std::string& name) {
        if (!tensor.valid()) return;
        actions.launch(kCompute,
                       InitializeWeights{.tensor = tensor,
                                         .bucket = bucket,
                                         .first = first,
                                         .elements = rank.layout[tensor].elements},
                       name, bucket);
    };
    const auto zero = [&](TensorId tensor) {
        if (!tensor.valid()) return;
        actions.launch(kCompute,
                       FillZero{.tensor = tensor, .elements = rank.layout[tensor].elements},
                       rank.layout[tensor].name, bucket);
    };
    const bool gathers = axesOf(problem).gathersWeights;
    if (!gathers) weights(b.allWeights, 0, "weights " + label);
    for (const OwnedPiece& piece : b.own) {
        if (gathers) weights(piece.weights, piece.range.begin, "weights " + label);
        weights(piece.master, piece.range.begin, "master weights " + label);
        if (problem.strategy.stateBirth == StateBirth::FirstUpdate) continue;
        zero(piece.momentum);
        zero(piece.variance);
    }
}

StepPlan emptyPlan(const Problem& problem, const RankLayout& rank) {
    StepPlan plan;
    plan.layout = rank.layout;
    plan.gradAccum = problem.workload.gradAccum;
    plan.events = eventCount(problem.buckets.count());
    plan.scalars = rank.scalars;
    plan.losses = rank.losses;
    plan.weights = rank.keptWeights;
    return plan;
}

}  // namespace

std::string_view nameOf(CheckpointKind kind) {
    constexpr std::array<std::string_view, 3> names{"none", "sharded", "consolidated"};
    return names[static_cast<size_t>(kind)];
}

Result<Problem> makeProblem(const Workload& workload, const Strategy& strategy, int ranks) {
    if (auto valid = validate(workload); !valid) return tl::unexpected(valid.error());
    if (auto valid = validate(strategy); !valid) return tl::unexpected(valid.error());
    if (auto valid = omittable(strategy); !valid) return tl::unexpected(valid.error());
    if (auto valid = groupFits(strategy, ranks); !valid) return tl::unexpected(valid.error());
    Result<Graph> graph = buildGraph(workload);
    if (!graph) return tl::unexpected(graph.error());
    const Workload adapted = withHabits(workload, strategy);
    const bool splitsParameters = strategy.layout == ShardLayout::PerParameter;
    Result<BucketMap> buckets =
        buildBucketMap(*graph, strategy.bucket.inElements(bytesOf(adapted.accumulateDtype)), ranks,
                       splitsParameters ? kAlignment * std::max(ranks, 1) : kAlignment);
    if (!buckets) return tl::unexpected(buckets.error());
    buckets->shards = strategy.shardGroup;
    return Problem{.workload = adapted,
                   .graph = std::move(*graph),
                   .strategy = strategy,
                   .buckets = std::move(*buckets)};
}

Result<StepPlan> planSetup(const Problem& problem, Rank rank) {
    if (auto valid = check(problem, rank); !valid) return tl::unexpected(valid.error());
    const RankLayout layout = layOut(problem, rank);
    StepPlan plan = emptyPlan(problem, layout);
    ActionList actions(problem, layout, plan.prologue);
    actions.phaseBegin(Phase::Setup);
    for (BufferId buffer : layout.persistent) actions.allocate(buffer);
    for (int b = 0; b < problem.buckets.count(); ++b) {
        fill(problem, layout, actions, BucketId{b});
    }
    number(plan);
    return plan;
}

Result<StepPlan> planStep(const Problem& problem, Rank rank) {
    if (auto valid = check(problem, rank); !valid) return tl::unexpected(valid.error());
    const RankLayout layout = layOut(problem, rank);
    StepPlan plan = emptyPlan(problem, layout);
    plan.microBatch = planMicroBatch(problem, layout);
    plan.epilogue = planNorm(problem, layout);
    plan.commit = planCommit(problem, layout);
    plan.branches = problem.workload.dtype == DType::Fp16;
    if (plan.branches) plan.skip = planSkip(problem, layout);
    if (problem.checkpoint != CheckpointKind::None) planCheckpoint(problem, layout, rank, plan);
    number(plan);
    return plan;
}

}  // namespace shardscope::core
