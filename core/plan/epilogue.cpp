#include "core/plan/epilogue.h"

namespace shardscope::core {

namespace {

template <class Visit>
void forEachBucket(const Problem& problem, Visit&& visit) {
    for (int b = 0; b < problem.buckets.count(); ++b) visit(BucketId{b});
}

/// Norm tree: element → bucket slice → rank → sum; the same at stage 0, which has every slice.
void partialNorms(const Problem& problem, const RankLayout& rank, ActionList& actions,
                  BucketId bucket) {
    const BucketLayout& b = rank.buckets[bucket.index()];
    const std::vector<TensorId> slices =
        b.rankSlices.empty() ? std::vector<TensorId>{b.ownGradient} : b.rankSlices;
    for (size_t r = 0; r < slices.size(); ++r) {
        actions.launch(
            kCompute,
            SquaredNorm{.tensor = slices[r],
                        .partials = rank.partials,
                        .elements = rank.layout[slices[r]].elements,
                        .slot = static_cast<int64_t>(r) * problem.buckets.count() + bucket.value},
            "norm " + problem.buckets.labelOf(bucket), bucket);
    }
}

/// Sums over ranks what each computed for its shards.
void sumNorms(const Problem& problem, const RankLayout& rank, ActionList& actions) {
    if (!axesOf(problem).sharded || problem.buckets.ranks == 1) return;
    const int buckets = problem.buckets.count();
    actions.add(RecordEvent{.stream = kCompute, .event = normReady(buckets)}, "norm ready");
    actions.add(WaitEvent{.stream = kCommunication, .event = normReady(buckets)}, "norm ready");
    actions.collective(CollectiveKind::AllReduce, Purpose::Small, rank.rankSums, rank.rankSums,
                       rank.rankSums, {});
    actions.add(RecordEvent{.stream = kCommunication, .event = normSummed(buckets)}, "norm summed");
    actions.add(WaitEvent{.stream = kCompute, .event = normSummed(buckets)}, "norm summed");
}

Operation updateOf(const Problem& problem, const RankLayout& rank, BucketId bucket) {
    const BucketLayout& b = rank.buckets[bucket.index()];
    if (problem.workload.optimizer.kind == OptimizerKind::Sgd) {
        return SgdMomentum{.gradient = b.ownGradient,
                           .scalars = rank.scalars,
                           .weights = b.ownWeights,
                           .master = b.ownMaster,
                           .momentum = b.ownMomentum,
                           .bucket = bucket,
                           .first = b.ownFirst,
                           .elements = b.ownElements};
    }
    return AdamW{.gradient = b.ownGradient,
                 .scalars = rank.scalars,
                 .weights = b.ownWeights,
                 .master = b.ownMaster,
                 .momentum = b.ownMomentum,
                 .variance = b.ownVariance,
                 .bucket = bucket,
                 .first = b.ownFirst,
                 .elements = b.ownElements};
}

void freeGradient(const RankLayout& rank, ActionList& actions, const Axes& axes, BucketId bucket) {
    const BucketLayout& b = rank.buckets[bucket.index()];
    actions.free(axes.shardsGradients ? b.shard : b.gradients);
}

/// The updated parameters are all-gathered: the next forward needs all of them on every rank.
void returnWeights(const Problem& problem, const RankLayout& rank, ActionList& actions,
                   BucketId bucket) {
    const BucketLayout& b = rank.buckets[bucket.index()];
    actions.record(kCompute, EventKind::Updated, bucket);
    actions.wait(kCommunication, EventKind::Updated, bucket, WaitCause::Data);
    actions.collective(CollectiveKind::AllGather, Purpose::Parameter, b.ownWeights, b.allWeights,
                       b.allWeights, bucket);
    actions.mark(MarkKind::ParameterReady, kCommunication, bucket);
    actions.record(kCommunication, EventKind::Gathered, bucket);
    if (!problem.strategy.overlap) {
        actions.wait(kCompute, EventKind::Gathered, bucket, WaitCause::OverlapOff);
    }
}

}  // namespace

std::vector<Action> planNorm(const Problem& problem, const RankLayout& rank) {
    std::vector<Action> out;
    ActionList actions(problem, rank, out);
    const Axes axes = axesOf(problem);
    actions.phaseBegin(Phase::Optimizer);
    forEachBucket(problem, [&](BucketId bucket) {
        if (!axes.shardsGradients) {
            actions.wait(kCompute, EventKind::Reduced, bucket, WaitCause::Reduced);
        }
        partialNorms(problem, rank, actions, bucket);
    });
    actions.launch(kCompute,
                   SumPartials{.partials = rank.partials,
                               .rankSums = rank.rankSums,
                               .buckets = problem.buckets.count(),
                               .rankSlots = rank.rankSlots},
                   "norm");
    sumNorms(problem, rank, actions);
    actions.launch(kCompute,
                   ClipFactor{.rankSums = rank.rankSums,
                              .scalars = rank.scalars,
                              .rankSlots = rank.rankSlots,
                              .clip = problem.workload.clip},
                   "clip");
    return out;
}

std::vector<Action> planCommit(const Problem& problem, const RankLayout& rank) {
    std::vector<Action> out;
    ActionList actions(problem, rank, out);
    const Axes axes = axesOf(problem);
    const bool returns = axes.returnsWeights && problem.strategy.omit != Omit::AllGather;
    actions.phase(Phase::Optimizer);
    forEachBucket(problem, [&](BucketId bucket) {
        actions.launch(kCompute, updateOf(problem, rank, bucket),
                       "update " + problem.buckets.labelOf(bucket), bucket);
        actions.mark(MarkKind::ParameterUpdated, kCompute, bucket);
        if (returns) returnWeights(problem, rank, actions, bucket);
        freeGradient(rank, actions, axes, bucket);
    });
    if (!returns) return out;
    actions.phaseBegin(Phase::Gather);
    forEachBucket(problem, [&](BucketId bucket) {
        actions.wait(kCompute, EventKind::Gathered, bucket, WaitCause::Gather);
    });
    return out;
}

std::vector<Action> planSkip(const Problem& problem, const RankLayout& rank) {
    std::vector<Action> out;
    ActionList actions(problem, rank, out);
    actions.phase(Phase::Optimizer);
    forEachBucket(problem,
                  [&](BucketId bucket) { freeGradient(rank, actions, axesOf(problem), bucket); });
    return out;
}

}  // namespace shardscope::core
