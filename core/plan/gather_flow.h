#pragma once
// Gathered parameters: a bucket's weights are whole only while a pass uses them. Each pass (forward,
// backward) gathers every bucket once, one ahead of its first use, and frees it after its last; or
// forward gathers and backward frees.

#include <functional>
#include <vector>

#include "core/plan/action_list.h"

namespace shardscope::core {

class GatherFlow {
  public:
    enum class Pass : uint8_t { Forward, Backward };
    /// @param nodes the pass's. In backward writing a gradient counts as a use.
    GatherFlow(const Problem& problem, const RankLayout& rank, ActionList& actions,
               const std::vector<Node>& nodes, Pass pass);

    void beforeNode(size_t node);
    void afterNode(size_t node);
    /// Outside a pass: gathers one bucket after the other, calls @p visit while it is whole, and frees it.
    void forEachWhole(const std::function<void(BucketId)>& visit);

  private:
    struct Use {
        BucketId bucket;
        int first = 0, last = 0;  ///< nodes
    };
    void gather(size_t use);
    void send(BucketId bucket);
    void unpack(BucketId bucket);
    void await(BucketId bucket);

    const Problem& problem_;
    const RankLayout& rank_;
    ActionList& actions_;
    bool gathers_ = false, frees_ = false;
    std::vector<Use> uses_;  ///< by first use
    size_t gathered_ = 0;    ///< uses whose gather is in the plan
};

}  // namespace shardscope::core
