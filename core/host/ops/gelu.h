#pragma once
// GELU in its tanh form, forward and backward. Internal to core/host/ops.

#include "core/host/ops/operand.h"

namespace shardscope::core::ops {

void execute(const GeluForward& operation, const Call& call);
void execute(const GeluBackward& operation, const Call& call);

}  // namespace shardscope::core::ops
