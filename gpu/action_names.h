#pragma once
// What the plans call their actions, for messages about work that failed later than it was enqueued.

#include <string>
#include <vector>

#include "core/engine/device.h"

namespace shardscope::gpu {

class ActionNames {
  public:
    explicit ActionNames(const core::RunContext& context);
    /// "reduce B3 in step 4"; "action 17 in set-up" when the plan has no such action.
    std::string of(core::ActionRef ref) const;

  private:
    std::vector<std::string> setup_, step_;
};

}  // namespace shardscope::gpu
