#pragma once
// Where a rank's checkpoint goes. One rank's interpreter thread calls it.

#include <cstddef>
#include <span>

#include "core/base/result.h"
#include "core/plan/step_plan.h"

namespace shardscope::core {

class CheckpointSink {
  public:
    virtual ~CheckpointSink() = default;
    /// The next of StepPlan::saved. @param bytes its elements, row-major; gone after the call.
    virtual Result<void> take(const Saved& saved, std::span<const std::byte> bytes) = 0;
};

}  // namespace shardscope::core
