#include "core/capacity/step_times.h"

#include <iterator>

namespace shardscope::core {

std::optional<int64_t> StepTimes::known(const ByG& times, int gradAccum) {
    const auto above = times.upper_bound(gradAccum);
    if (above == times.begin()) return std::nullopt;
    const auto& [g, time] = *std::prev(above);
    if (g == gradAccum) return time.ns;
    if (!time.periodNs) return std::nullopt;
    return time.ns + (gradAccum - g) * *time.periodNs;
}

int64_t StepTimes::of(const Blueprint& blueprint, const Configuration& at) {
    const Key key{&blueprint, at.microBatch, at.ranks};
    {
        const std::lock_guard lock(mutex_);
        if (const auto ns = known(times_[key], at.gradAccum)) return *ns;
    }
    const StepTime time = stepTimeOf(*blueprint.time, costs_.of(blueprint, at), model_, at);
    const std::lock_guard lock(mutex_);
    times_[key].emplace(at.gradAccum, time);
    return time.ns;
}

}  // namespace shardscope::core
