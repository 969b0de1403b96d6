#include "core/plan/planner.h"

#include <fmt/format.h>

#include "core/plan/action_list.h"
#include "core/plan/epilogue.h"
#include "core/plan/layout.h"
#include "core/plan/micro_batch.h"

namespace shardscope::core {

namespace {

/// What this engine can run; other axes are valid and named, never replaced by something near.
Result<void> runnable(const Strategy& s) {
    const bool layout = s.layout == ShardLayout::None || s.layout == ShardLayout::PerBucket;
    const bool collective =
        s.collective != GradientCollective::ReduceToOwner &&
        (s.collective == GradientCollective::AllReduce) == (s.layout == ShardLayout::None);
    const bool storage = s.storage != FullGradientStorage::Persistent &&
                         (s.cadence == Cadence::EveryMicroBatch) ==
                             (s.storage == FullGradientStorage::FreedPerBucket);
    const bool parameters = s.parameters != ParameterStorage::GatheredPerForward &&
                            (s.parameters == ParameterStorage::Replicated ||
                             s.storage == FullGradientStorage::FreedPerBucket);
    if (layout && collective && storage && parameters) return {};
    return invalidInput(
        "strategy " + s.preset,
        fmt::format("this version runs the axes of zero-0 … zero-3; found layout {}, collective "
                    "{}, cadence {}, storage {}, parameters {}",
                    nameOf(s.layout), nameOf(s.collective), nameOf(s.cadence), nameOf(s.storage),
                    nameOf(s.parameters)));
}

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

Result<void> check(const Problem& problem, Rank rank) {
    if (rank.value < 0 || rank.value >= problem.buckets.ranks) {
        return invalidInput("rank", fmt::format("found {}; allowed: 0 … {}", rank.value,
                                                problem.buckets.ranks - 1));
    }
    return runnable(problem.strategy);
}

void fill(const Problem& problem, const RankLayout& rank, ActionList& actions, BucketId bucket) {
    const BucketLayout& b = rank.buckets[bucket.index()];
    const std::string label = problem.buckets.labelOf(bucket);
    const auto weights = [&](TensorId tensor, int64_t first, const std::string& name) {
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
    weights(gathers ? b.ownWeights : b.allWeights, gathers ? b.ownFirst : 0, "weights " + label);
    if (b.ownMaster.valid()) weights(b.ownMaster, b.ownFirst, "master weights " + label);
    zero(b.ownMomentum);
    zero(b.ownVariance);
}

StepPlan emptyPlan(const Problem& problem, const RankLayout& rank) {
    StepPlan plan;
    plan.layout = rank.layout;
    plan.gradAccum = problem.workload.gradAccum;
    plan.events = eventCount(problem.buckets.count());
    plan.scalars = rank.scalars;
    plan.losses = rank.losses;
    return plan;
}

}  // namespace

Result<Problem> makeProblem(const Workload& workload, const Strategy& strategy, int ranks) {
    if (auto valid = validate(workload); !valid) return tl::unexpected(valid.error());
    if (auto valid = validate(strategy); !valid) return tl::unexpected(valid.error());
    if (auto valid = omittable(strategy); !valid) return tl::unexpected(valid.error());
    Result<Graph> graph = buildGraph(workload);
    if (!graph) return tl::unexpected(graph.error());
    Result<BucketMap> buckets = buildBucketMap(*graph, strategy.bucket, ranks);
    if (!buckets) return tl::unexpected(buckets.error());
    return Problem{.workload = workload,
                   .graph = std::move(*graph),
                   .strategy = strategy,
                   .buckets = std::move(*buckets),
#ifdef NDEBUG
                   .poison = false
#else
                   .poison = true
#endif
    };
}

Result<StepPlan> planSetup(const Problem& problem, Rank rank) {
    if (auto valid = check(problem, rank); !valid) return tl::unexpected(valid.error());
    const RankLayout layout = layOut(problem, rank);
    StepPlan plan = emptyPlan(problem, layout);
    ActionList actions(problem, layout, plan.prologue);
    actions.phaseBegin(Phase::Setup);
    for (const BucketLayout& b : layout.buckets) actions.allocate(b.weights);
    for (const BucketLayout& b : layout.buckets) {
        for (BufferId buffer : {b.master, b.momentum, b.variance}) {
            if (buffer.valid()) actions.allocate(buffer);
        }
    }
    actions.allocate(layout.scalarBuffer);
    for (BufferId workspace : layout.workspaces) actions.allocate(workspace);
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
    number(plan);
    return plan;
}

}  // namespace shardscope::core
