// The gradient norm, and the factor that clips and unscales.

#include "core/plan/epilogue.h"

namespace shardscope::core {

namespace {

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

}  // namespace

std::vector<Action> planNorm(const Problem& problem, const RankLayout& rank) {
    std::vector<Action> out;
    ActionList actions(problem, rank, out);
    const Axes axes = axesOf(problem);
    actions.phaseBegin(Phase::Optimizer);
    NormPart norm(problem, rank, actions);
    for (int b = 0; b < problem.buckets.count(); ++b) {
        const BucketId bucket{b};
        if (!axes.hasShards) {
            actions.wait(kCompute, EventKind::Reduced, bucket, WaitCause::Reduced);
        }
        norm.add(bucket);
    }
    norm.finish();
    return out;
}

}  // namespace shardscope::core
