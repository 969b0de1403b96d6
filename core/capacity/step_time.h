#pragma once
// How long a step takes on the simulated device, without interpreting a plan: its streams and events
// alone, on the same cost model and the same rules (core/sim/simulated_device.h). Any thread.

#include <optional>

#include "core/capacity/step_costs.h"

namespace shardscope::core {

struct StepTime {
    int64_t ns = 0;
    /// What each micro-batch more adds, however many; nothing where that is not known.
    std::optional<int64_t> periodNs{};
};

/// A step whose streams are idle when it begins, as every step's are. Middle micro-batches that take as
/// long as the one before are counted and not walked.
StepTime stepTimeOf(const TimeProgram& program, const StepCosts& costs, const CostModel& model,
                    const Configuration& at);

}  // namespace shardscope::core
