#pragma once
// The life of a bucket's gradient within a micro-batch: born before its first contribution, launched
// after its last, freed when its reduction is waited for. This is where ZeRO-1 and ZeRO-2 differ.

#include <vector>

#include "core/plan/action_list.h"
#include "core/plan/reduction.h"

namespace shardscope::core {

class GradientFlow {
  public:
    GradientFlow(const Problem& problem, const RankLayout& rank, ActionList& actions);

    /// Actions before and after backward node @p node, around its launch.
    void beforeNode(size_t node);
    void afterNode(size_t node);
    /// Buckets that no operation writes, then waits and frees of what is still in flight.
    void endBackward();
    /// The node's operation, accumulating where it writes what lives across micro-batches.
    Operation adapted(const Operation& operation) const;

  private:
    struct BucketNodes {
        int firstWrite = -1, lastWrite = -1;  ///< backward nodes; -1 = never written
        int firstCopy = -1;                   ///< copied parameter by parameter: the first copy
    };
    bool copies(BucketId bucket) const;
    bool copiesPerParameter(BucketId bucket) const;
    When bornWhen(BucketId bucket) const;

    void allocateRing();
    void give(BucketId bucket);
    void makeRoom(BucketId bucket);
    void birth(BucketId bucket);
    void bearParameters(int node);
    void copyParameters(int node);
    void copyIn(const ParameterGradient& gradient, BucketId bucket);
    void finish(BucketId bucket);
    void reduce(BucketId bucket);
    bool needsDrain(BucketId bucket) const;
    void drain(BucketId bucket, WaitCause cause);
    void sumShards();

    const Problem& problem_;
    const RankLayout& rank_;
    ActionList& actions_;
    Axes axes_;
    Reduction reduction_;
    std::vector<BucketNodes> nodes_;
    std::vector<BucketId> given_;      ///< buckets that were given storage, oldest first
    size_t drained_ = 0;               ///< of given_, where storage is limited
    std::vector<BucketId> inSlot_;     ///< last bucket in each of the ring's buffers
    std::vector<bool> inFlight_;       ///< launched, not yet drained
    std::vector<BucketId> postponed_;  ///< ready, to be reduced after backward
    bool ringLives_ = false;
};

}  // namespace shardscope::core
