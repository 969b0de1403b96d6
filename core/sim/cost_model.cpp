#include "core/sim/cost_model.h"

#include <algorithm>

namespace shardscope::core {

namespace {

/// @p slowdown over @p alone becomes one over @p beside that takes as much time away.
double spread(double slowdown, double alone, double beside) {
    const double lost = alone * (1.0 - 1.0 / slowdown);
    return lost < beside ? std::min(beside / (beside - lost), kStandstill) : kStandstill;
}

}  // namespace

CollectiveCost CollectiveCost::beside() const {
    if (besideNs <= 0) return *this;
    const auto alone = static_cast<double>(durationNs), longer = static_cast<double>(besideNs);
    return {.durationNs = besideNs,
            .arithmeticSlowdown = spread(arithmeticSlowdown, alone, longer),
            .memorySlowdown = spread(memorySlowdown, alone, longer),
            .besideNs = besideNs};
}

}  // namespace shardscope::core
