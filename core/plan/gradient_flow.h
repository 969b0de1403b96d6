#pragma once
// The life of a bucket's gradient within a micro-batch: born before its first contribution, launched
// after its last, freed when its reduction is waited for. This is where ZeRO-1 and ZeRO-2 differ.

#include <vector>

#include "core/plan/action_list.h"

namespace shardscope::core {

class GradientFlow {
  public:
    GradientFlow(const Problem& problem, const RankLayout& rank, ActionList& actions);

    /// Actions before and after backward node @p node, around its launch.
    void beforeNode(size_t node);
    void afterNode(size_t node);
    /// Buckets that no operation writes, then waits and frees of what is still in flight.
    void endBackward();
    /// The node's operation, accumulating where full gradients live across micro-batches.
    Operation adapted(const Operation& operation) const;

  private:
    void give(BucketId bucket);
    void birth(BucketId bucket);
    void launch(BucketId bucket);
    void reduce(BucketId bucket);
    void reduceStaged(BucketId bucket);
    void reduceInto(BucketId bucket);
    void drain(BucketId bucket, WaitCause cause);
    When reductionWhen() const { return axes_.shardsGradients ? When::Always : When::Last; }

    const Problem& problem_;
    const RankLayout& rank_;
    ActionList& actions_;
    Axes axes_;
    std::vector<int> firstWrite_, lastWrite_;  ///< backward node by bucket; -1 = never written
    std::vector<BucketId> ring_;               ///< untied buckets given storage, oldest first
    size_t drained_ = 0;                       ///< of ring_
    std::vector<bool> inFlight_;               ///< launched, not yet drained
};

}  // namespace shardscope::core
