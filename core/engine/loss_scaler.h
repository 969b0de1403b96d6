#pragma once
// Dynamic loss scale of fp16 training (facts R29, R30). One a rank; equal on all, since all see the
// same overflow flag.

#include "core/base/result.h"
#include "core/model/workload.h"

namespace shardscope::core {

class LossScaler {
  public:
    /// Scale 1 for dtypes that need none.
    LossScaler(const LossScaling& rules, bool active);

    /// What multiplies the loss of the next step, and divides its gradients.
    double scale() const { return scale_; }
    bool active() const { return active_; }
    /// After a step: halves on overflow once hysteresis is used up, doubles after a window of good
    /// steps. Errors: Failed when the gradient overflows at the minimum scale.
    Result<void> update(bool overflow);

  private:
    LossScaling rules_;
    bool active_;
    double scale_;
    int goodSteps_ = 0;
    int toleratedOverflows_;
};

}  // namespace shardscope::core
