#pragma once
// How updated parameters go back to every rank: gathered bucket by bucket or parameter by parameter,
// gathered all at once, or broadcast by their owners. Internal to plan/.

#include <string>

#include "core/plan/action_list.h"

namespace shardscope::core {

class WeightReturnPart {
  public:
    WeightReturnPart(const Problem& problem, const RankLayout& rank, ActionList& actions);

    /// After a bucket's update. One gather for all buckets waits for the last.
    void afterUpdate(BucketId bucket);
    /// The next forward needs all of them.
    void awaitAll();

  private:
    void hand(BucketId bucket);
    void send(BucketId bucket);
    void sendFlat();
    void gather(TensorId own, TensorId whole, int64_t real, BucketId bucket,
                const std::string& name);
    void broadcast(BucketId bucket, const RootedSlice& slice);
    void done(BucketId bucket);

    const Problem& problem_;
    const RankLayout& rank_;
    ActionList& actions_;
    Axes axes_;
    bool active_ = false;
};

}  // namespace shardscope::core
