#include "core/plan/epilogue.h"

#include "core/plan/weight_return.h"

namespace shardscope::core {

namespace {

template <class Visit>
void forEachBucket(const Problem& problem, Visit&& visit) {
    for (int b = 0; b < problem.buckets.count(); ++b) visit(BucketId{b});
}

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

/// State that this update is the first to need: its memory, and zeros in it.
void bearStates(const RankLayout& rank, std::vector<Action>& out, ActionList& actions,
                BucketId bucket) {
    const BucketLayout& b = rank.buckets[bucket.index()];
    const size_t first = out.size();
    for (const BufferId state : b.lateStates) actions.allocate(state);
    for (const OwnedPiece& piece : b.own) {
        for (const TensorId tensor : {piece.momentum, piece.variance}) {
            if (!tensor.valid()) continue;
            actions.launch(kCompute,
                           FillZero{.tensor = tensor, .elements = rank.layout[tensor].elements},
                           rank.layout[tensor].name, bucket);
        }
    }
    for (size_t i = first; i < out.size(); ++i) out[i].once = true;
}

/// What the update read, and full-size gradients that were kept for it.
void freeGradient(const RankLayout& rank, ActionList& actions, const Axes& axes, BucketId bucket) {
    const BucketLayout& b = rank.buckets[bucket.index()];
    for (const ParameterGradient& gradient : b.parameterGradients) {
        if (axes.kept) actions.free(gradient.buffer);
    }
    if (axes.hasShards) {
        if (!b.shard.valid() || rank.flat.valid()) return;
        if (rank.layout[b.shard].home == kCommunication) {
            actions.record(kCompute, EventKind::Updated, bucket);
            actions.wait(kCommunication, EventKind::Updated, bucket, WaitCause::Data);
        }
        actions.free(b.shard);
    } else if (!axes.persistent) {
        actions.free(b.gradients);
    }
}

}  // namespace

std::vector<Action> planCommit(const Problem& problem, const RankLayout& rank) {
    std::vector<Action> out;
    ActionList actions(problem, rank, out);
    const Axes axes = axesOf(problem);
    actions.phase(Phase::Optimizer);
    UpdateCopies copies(problem, rank, actions);
    WeightReturnPart weights(problem, rank, actions);
    copies.make();
    const bool bears = problem.strategy.stateBirth == StateBirth::FirstUpdate;
    forEachBucket(problem, [&](BucketId bucket) {
        if (bears) bearStates(rank, out, actions, bucket);
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
