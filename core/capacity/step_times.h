#pragma once
// How long steps of many configurations take. What they have in common is worked out once.

#include "core/capacity/step_time.h"

namespace shardscope::core {

/// Any thread. Kept by blueprint, micro-batch and ranks: configurations that differ in what a step does not
/// see, such as the buckets in flight of a stage that frees none, take as long; and from a micro-batch on
/// that all later ones repeat, G adds as often what it takes.
class StepTimes {
  public:
    /// Borrows both.
    StepTimes(const Workload& base, const CostModel& costs) : model_(costs), costs_(base, costs) {}

    /// Nanoseconds. @p blueprint has a time program.
    int64_t of(const Blueprint& blueprint, const Configuration& at);

  private:
    using Key = std::tuple<const Blueprint*, int64_t, int>;  ///< micro-batch, ranks
    using ByG = std::map<int, StepTime>;

    static std::optional<int64_t> known(const ByG& times, int gradAccum);

    const CostModel& model_;
    StepCostCache costs_;
    std::mutex mutex_;
    std::map<Key, ByG> times_;
};

}  // namespace shardscope::core
