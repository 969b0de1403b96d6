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
            .besideNs = besideNs,
            .memoryShare = memoryShare};
}

Slowdowns together(const OperationCost& operation, const CollectiveCost& collective) {
    const bool known = operation.memoryShare > 0.0 && collective.memoryShare > 0.0;
    const double wanted =
        known ? std::max(1.0, operation.memoryShare + collective.memoryShare) : 1.0;
    return {.operation = std::max(collective.slowdown(operation.bound), wanted),
            .collective = wanted};
}

}  // namespace shardscope::core
