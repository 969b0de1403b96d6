#pragma once
// How long an operation takes alone on a GPU: the roofline of its arithmetic and its memory traffic,
// each at the rate that kernels of its kind reach, plus its launches. Pure.
// Source of the roofline: Williams, Waterman, Patterson, CACM 52(4), 2009.

#include "core/sim/cost_model.h"
#include "core/sim/hardware.h"

namespace shardscope::core {

OperationCost operationCost(const Hardware& hardware, const Operation& operation,
                            const Layout& layout, int microBatch);

}  // namespace shardscope::core
