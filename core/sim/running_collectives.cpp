#include "core/sim/running_collectives.h"

#include <algorithm>
#include <cmath>

namespace shardscope::core {

int64_t RunningCollectives::stretched(int64_t startNs, int64_t durationNs, Bound bound) const {
    auto at = static_cast<double>(startNs), left = static_cast<double>(durationNs);
    for (const Span& span : spans_) {
        const auto begin = static_cast<double>(span.startNs), end = static_cast<double>(span.endNs);
        if (at + left <= begin) break;
        if (end <= at) continue;
        const double alone = std::max(0.0, begin - at);
        left -= alone;
        at += alone;
        const double factor = span.cost.slowdown(bound);
        const double done = std::min(left, (end - at) / factor);
        left -= done;
        at += done * factor;
    }
    return static_cast<int64_t>(std::llround(at + left));
}

}  // namespace shardscope::core
