#pragma once
// Stage 3: a bucket's weights are whole only while a pass uses them. Each pass (forward, backward)
// gathers every bucket once, one ahead of its first use, and frees it after its last.

#include <vector>

#include "core/plan/action_list.h"

namespace shardscope::core {

class GatherFlow {
  public:
    /// @param nodes the pass; @p gradientsCount whether writing a gradient counts as a use (backward).
    GatherFlow(const Problem& problem, const RankLayout& rank, ActionList& actions,
               const std::vector<Node>& nodes, bool gradientsCount);

    void beforeNode(size_t node);
    void afterNode(size_t node);

  private:
    struct Use {
        BucketId bucket;
        int first = 0, last = 0;  ///< nodes
    };
    void gather(size_t use);

    const Problem& problem_;
    const RankLayout& rank_;
    ActionList& actions_;
    std::vector<Use> uses_;  ///< by first use
    size_t gathered_ = 0;    ///< uses whose gather is in the plan
};

}  // namespace shardscope::core
