#include "core/engine/loss_scaler.h"

#include <fmt/format.h>

#include <algorithm>

namespace shardscope::core {

LossScaler::LossScaler(const LossScaling& rules, bool active)
    : rules_(rules),
      active_(active),
      scale_(active ? rules.initial : 1.0),
      toleratedOverflows_(rules.hysteresis - 1) {}

Result<void> LossScaler::update(bool overflow) {
    if (!active_) return {};
    if (!overflow) {
        if (++goodSteps_ == rules_.window) {
            goodSteps_ = 0;
            scale_ *= 2.0;
            toleratedOverflows_ = rules_.hysteresis - 1;
        }
        return {};
    }
    goodSteps_ = 0;
    if (toleratedOverflows_ > 0) {
        --toleratedOverflows_;
        return {};
    }
    if (scale_ <= rules_.minimum) {
        return failed("loss scale",
                      fmt::format("gradients overflow at the minimum scale {}: every step would be "
                                  "skipped. Lower --lr, or use --dtype bf16",
                                  rules_.minimum));
    }
    scale_ = std::max(scale_ / 2.0, rules_.minimum);
    return {};
}

}  // namespace shardscope::core
