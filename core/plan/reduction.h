#pragma once
// How one bucket's full gradient becomes the sum over ranks: what is copied, sent, converted, added.
// Internal to plan/.

#include "core/plan/action_list.h"

namespace shardscope::core {

class Reduction {
  public:
    Reduction(const Problem& problem, const RankLayout& rank, ActionList& actions);

    /// From the ready mark's event to the event that says it is reduced; without overlap the compute
    /// stream waits for that.
    void reduce(BucketId bucket);
    /// When a later micro-batch's incoming shard exists.
    When incomingWhen(const BucketLayout& b) const;

  private:
    void send(BucketId bucket);
    void scatterIntoShards(BucketId bucket);
    void takeIn(BucketId bucket, const ReducedPart& part);
    void scatter(BucketId bucket, TensorId ReducedPart::*output);
    void scatterPart(BucketId bucket, const ReducedPart& part, TensorId output);
    void sumOverReplicas(BucketId bucket, TensorId sum);
    void reduceToOwners(BucketId bucket);
    void reduceWhole(BucketId bucket);
    void keep(BucketId bucket);
    void keepPart(BucketId bucket, const ReducedPart& part, TensorId from);
    void returnToBucket(BucketId bucket);
    void poison(BucketId bucket);
    void cast(TensorId in, TensorId out, const char* name, BucketId bucket);
    void add(TensorId in, TensorId sum, BucketId bucket);

    const BucketLayout& of(BucketId bucket) const { return rank_.buckets[bucket.index()]; }

    const Problem& problem_;
    const RankLayout& rank_;
    ActionList& actions_;
    Axes axes_;
};

}  // namespace shardscope::core
