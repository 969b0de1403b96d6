#pragma once
// How long a step takes on the simulated device, without interpreting a plan: its streams and events
// alone, on the same cost model and the same rules (core/sim/simulated_device.h). Any thread.

#include "core/capacity/step_costs.h"

namespace shardscope::core {

/// Nanoseconds of a step whose streams are idle when it begins, as every step's are. Middle
/// micro-batches that take as long as the one before are counted and not walked.
int64_t stepTimeOf(const TimeProgram& program, const StepCosts& costs, const CostModel& model,
                   const Configuration& at);

}  // namespace shardscope::core
