#pragma once
// What the plans call their actions, for messages about work that failed later than it was enqueued, and
// which bucket they are about.

#include <string>
#include <vector>

#include "core/engine/device.h"

namespace shardscope::gpu {

class ActionNames {
  public:
    explicit ActionNames(const core::RunContext& context);
    /// "reduce B3 in step 4"; "action 17 in set-up" when the plan has no such action.
    std::string of(core::ActionRef ref) const;
    /// Not valid when the action is about none, or the plan has no such action.
    core::BucketId bucketOf(core::ActionRef ref) const;

  private:
    struct Named {
        std::string name;
        core::BucketId bucket;
    };
    static std::vector<Named> namesOf(const core::Result<core::StepPlan>& plan);
    const Named* find(core::ActionRef ref) const;

    std::vector<Named> setup_, step_;
};

}  // namespace shardscope::gpu
