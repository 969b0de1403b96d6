#include "core/plan/epilogue.h"

namespace shardscope::core {

namespace {

template <class Visit>
void forEachBucket(const Problem& problem, Visit&& visit) {
    for (int b = 0; b < problem.buckets.count(); ++b) visit(BucketId{b});
}

/// Norm and clip: the tree is element → piece → rank → sum. At stage 0 the pieces are the slices that
/// ranks would own, so that the tree is that of stages 1 to 3.
class NormPart {
  public:
    NormPart(const Problem& problem, const RankLayout& rank, ActionList& actions)
        : problem_(problem), rank_(rank), actions_(actions) {}

    void add(BucketId bucket) {
        const BucketLayout& b = rank_.buckets[bucket.index()];
        for (size_t r = 0; r < b.rankSlices.size(); ++r) {
            partial(b.rankSlices[r], static_cast<int64_t>(r) * rank_.partialCount + bucket.value,
                    bucket);
        }
        if (!b.rankSlices.empty()) return;
        for (const OwnedPiece& piece : b.own) partial(piece.reduced, pieces_++, bucket);
    }

    void finish() {
        if (axesOf(problem_).sharded && pieces_ == 0) {
            actions_.launch(kCompute,
                            FillZero{.tensor = rank_.partials, .elements = rank_.partialCount},
                            "norm of nothing");
        }
        actions_.launch(kCompute,
                        SumPartials{.partials = rank_.partials,
                                    .rankSums = rank_.rankSums,
                                    .buckets = rank_.partialCount,
                                    .rankSlots = rank_.rankSlots},
                        "norm");
        sumOverRanks();
        actions_.launch(kCompute,
                        ClipFactor{.rankSums = rank_.rankSums,
                                   .scalars = rank_.scalars,
                                   .rankSlots = rank_.rankSlots,
                                   .clip = problem_.workload.clip},
                        "clip");
    }

  private:
    void partial(TensorId tensor, int64_t slot, BucketId bucket) {
        actions_.launch(kCompute,
                        SquaredNorm{.tensor = tensor,
                                    .partials = rank_.partials,
                                    .elements = rank_.layout[tensor].elements,
                                    .slot = slot},
                        "norm " + problem_.buckets.labelOf(bucket), bucket);
    }

    /// Sums over ranks what each computed for its shards.
    void sumOverRanks() {
        const int shards = problem_.buckets.shardCount();
        if (!axesOf(problem_).sharded || shards == 1) return;
        const int buckets = problem_.buckets.count();
        actions_.add(RecordEvent{.stream = kCompute, .event = normReady(buckets)}, "norm ready");
        actions_.add(WaitEvent{.stream = kCommunication, .event = normReady(buckets)},
                     "norm ready");
        actions_.collective({.kind = CollectiveKind::AllReduce,
                             .purpose = Purpose::Small,
                             .input = rank_.rankSums,
                             .output = rank_.rankSums,
                             .whole = rank_.rankSums,
                             .realElements = 1,
                             .group = rank_.shardGroup,
                             .name = "norm"});
        actions_.add(RecordEvent{.stream = kCommunication, .event = normSummed(buckets)},
                     "norm summed");
        actions_.add(WaitEvent{.stream = kCompute, .event = normSummed(buckets)}, "norm summed");
    }

    const Problem& problem_;
    const RankLayout& rank_;
    ActionList& actions_;
    int64_t pieces_ = 0;
};

/// What the step makes of gradients before it reads them: flattened shards, an fp32 copy.
class UpdateCopies {
  public:
    UpdateCopies(const Problem& problem, const RankLayout& rank, ActionList& actions)
        : problem_(problem), rank_(rank), actions_(actions) {}

    void make() {
        if (rank_.flat.valid()) {
            actions_.allocate(rank_.flat);
            copy("flatten ", &OwnedPiece::reduced, &OwnedPiece::flat);
        }
        if (rank_.fp32.valid()) {
            actions_.allocate(rank_.fp32);
            copy("to fp32 ", rank_.flat.valid() ? &OwnedPiece::flat : &OwnedPiece::reduced,
                 &OwnedPiece::fp32);
        }
        if (!rank_.flat.valid()) return;
        for (const BucketLayout& b : rank_.buckets) {
            if (b.shard.valid()) actions_.free(b.shard);
        }
        if (rank_.fp32.valid()) actions_.free(rank_.flat);
    }

    void free() {
        if (rank_.fp32.valid()) {
            actions_.free(rank_.fp32);
        } else if (rank_.flat.valid()) {
            actions_.free(rank_.flat);
        }
    }

  private:
    void copy(const char* verb, TensorId OwnedPiece::*from, TensorId OwnedPiece::*to) {
        forEachBucket(problem_, [&](BucketId bucket) {
            for (const OwnedPiece& piece : rank_.buckets[bucket.index()].own) {
                actions_.launch(kCompute,
                                Cast{.in = piece.*from,
                                     .out = piece.*to,
                                     .elements = rank_.layout[piece.*to].elements},
                                verb + problem_.buckets.labelOf(bucket), bucket);
            }
        });
    }

    const Problem& problem_;
    const RankLayout& rank_;
    ActionList& actions_;
};

Operation updateOf(const Problem& problem, const RankLayout& rank, const OwnedPiece& piece,
                   BucketId bucket) {
    const int64_t elements = piece.range.end - piece.range.begin;
    if (problem.workload.optimizer.kind == OptimizerKind::Sgd) {
        return SgdMomentum{.gradient = piece.update,
                           .scalars = rank.scalars,
                           .weights = piece.weights,
                           .master = piece.master,
                           .momentum = piece.momentum,
                           .bucket = bucket,
                           .first = piece.range.begin,
                           .elements = elements};
    }
    return AdamW{.gradient = piece.update,
                 .scalars = rank.scalars,
                 .weights = piece.weights,
                 .master = piece.master,
                 .momentum = piece.momentum,
                 .variance = piece.variance,
                 .bucket = bucket,
                 .first = piece.range.begin,
                 .elements = elements};
}

/// What the update read, and full-size gradients that were kept for it.
void freeGradient(const RankLayout& rank, ActionList& actions, const Axes& axes, BucketId bucket) {
    const BucketLayout& b = rank.buckets[bucket.index()];
    for (const ParameterGradient& gradient : b.parameterGradients) {
        if (axes.kept) actions.free(gradient.buffer);
    }
    if (axes.hasShards) {
        if (b.shard.valid() && !rank.flat.valid()) actions.free(b.shard);
    } else if (!axes.persistent) {
        actions.free(b.gradients);
    }
}

/// The updated parameters go to every rank: the next forward needs all of them.
class WeightReturnPart {
  public:
    WeightReturnPart(const Problem& problem, const RankLayout& rank, ActionList& actions)
        : problem_(problem), rank_(rank), actions_(actions), axes_(axesOf(problem)) {
        active_ = axes_.returnsWeights && problem.strategy.omit != Omit::AllGather;
    }

    /// After a bucket's update. One gather for all buckets waits for the last.
    void afterUpdate(BucketId bucket) {
        if (!active_) return;
        if (!axes_.flatWeights) {
            hand(bucket);
            send(bucket);
            done(bucket);
        } else if (bucket.value + 1 == problem_.buckets.count()) {
            hand(bucket);
            sendFlat();
            forEachBucket(problem_, [&](BucketId each) { done(each); });
        }
    }

    void awaitAll() {
        if (!active_) return;
        actions_.phaseBegin(Phase::Gather);
        forEachBucket(problem_, [&](BucketId bucket) {
            actions_.wait(kCompute, EventKind::Gathered, bucket, WaitCause::Gather);
        });
    }

  private:
    void hand(BucketId bucket) {
        actions_.record(kCompute, EventKind::Updated, bucket);
        actions_.wait(kCommunication, EventKind::Updated, bucket, WaitCause::Data);
    }
    void send(BucketId bucket) {
        const BucketLayout& b = rank_.buckets[bucket.index()];
        if (problem_.strategy.weightReturn == WeightReturn::Broadcast) {
            for (const RootedSlice& slice : b.slices) broadcast(bucket, slice);
            return;
        }
        for (const GatheredPart& part : b.gatheredParts) {
            gather(part.own, part.whole, part.realElements, bucket, part.name);
        }
    }
    void sendFlat() {
        gather(rank_.ownFlatWeights, rank_.allFlatWeights, problem_.graph.parameterCount(), {},
               "all weights");
    }
    void gather(TensorId own, TensorId whole, int64_t real, BucketId bucket,
                const std::string& name) {
        actions_.collective({.kind = CollectiveKind::AllGather,
                             .purpose = Purpose::Parameter,
                             .input = own,
                             .output = whole,
                             .whole = whole,
                             .bucket = bucket,
                             .realElements = real,
                             .group = rank_.shardGroup,
                             .name = name});
    }
    void broadcast(BucketId bucket, const RootedSlice& slice) {
        actions_.collective({.kind = CollectiveKind::Broadcast,
                             .purpose = Purpose::Parameter,
                             .input = slice.weights,
                             .output = slice.weights,
                             .whole = slice.weights,
                             .bucket = bucket,
                             .realElements = slice.realElements,
                             .root = slice.owner,
                             .name = slice.name});
    }
    void done(BucketId bucket) {
        actions_.mark(MarkKind::ParameterReady, kCommunication, bucket);
        actions_.record(kCommunication, EventKind::Gathered, bucket);
        if (!problem_.strategy.overlap) {
            actions_.wait(kCompute, EventKind::Gathered, bucket, WaitCause::OverlapOff);
        }
    }

    const Problem& problem_;
    const RankLayout& rank_;
    ActionList& actions_;
    Axes axes_;
    bool active_ = false;
};

}  // namespace

std::vector<Action> planNorm(const Problem& problem, const RankLayout& rank) {
    std::vector<Action> out;
    ActionList actions(problem, rank, out);
    const Axes axes = axesOf(problem);
    actions.phaseBegin(Phase::Optimizer);
    NormPart norm(problem, rank, actions);
    forEachBucket(problem, [&](BucketId bucket) {
        if (!axes.hasShards) {
            actions.wait(kCompute, EventKind::Reduced, bucket, WaitCause::Reduced);
        }
        norm.add(bucket);
    });
    norm.finish();
    return out;
}

std::vector<Action> planCommit(const Problem& problem, const RankLayout& rank) {
    std::vector<Action> out;
    ActionList actions(problem, rank, out);
    const Axes axes = axesOf(problem);
    actions.phase(Phase::Optimizer);
    UpdateCopies copies(problem, rank, actions);
    WeightReturnPart weights(problem, rank, actions);
    copies.make();
    forEachBucket(problem, [&](BucketId bucket) {
        for (const OwnedPiece& piece : rank.buckets[bucket.index()].own) {
            actions.launch(kCompute, updateOf(problem, rank, piece, bucket),
                           "update " + problem.buckets.labelOf(bucket), bucket);
        }
        actions.mark(MarkKind::ParameterUpdated, kCompute, bucket);
        weights.afterUpdate(bucket);
        freeGradient(rank, actions, axes, bucket);
    });
    copies.free();
    weights.awaitAll();
    return out;
}

std::vector<Action> planSkip(const Problem& problem, const RankLayout& rank) {
    std::vector<Action> out;
    ActionList actions(problem, rank, out);
    const Axes axes = axesOf(problem);
    actions.phase(Phase::Optimizer);
    forEachBucket(problem, [&](BucketId bucket) {
        freeGradient(rank, actions, axes, bucket);
        const BufferId shard = rank.buckets[bucket.index()].shard;
        if (rank.flat.valid() && shard.valid()) actions.free(shard);
    });
    return out;
}

}  // namespace shardscope::core
