#pragma once
// Seeded weights, element by element. Internal to core/host/ops.

#include "core/host/ops/operand.h"

namespace shardscope::core::ops {

/// What element @p element of parameter @p id starts as, before rounding to a dtype. A function of its
/// arguments alone, in integer arithmetic and one multiplication: the same on every machine.
float initialValue(const Parameter& parameter, ParameterId id, uint64_t seed, int64_t element);

void execute(const InitializeWeights& operation, const Call& call);

}  // namespace shardscope::core::ops
