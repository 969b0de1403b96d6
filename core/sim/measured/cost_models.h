#pragma once
// Which cost model a machine has: measured times for a CPU, rooflines and NCCL's tuner for GPUs.

#include <memory>

#include "core/sim/cost_model.h"
#include "core/sim/hardware.h"

namespace shardscope::core {

/// @param ranks of the run.
std::shared_ptr<const CostModel> makeCostModel(const Hardware& hardware, int ranks);

}  // namespace shardscope::core
