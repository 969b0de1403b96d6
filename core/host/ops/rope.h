#pragma once
// Rotary position embedding, forward and (inverse) backward. Internal to core/host/ops.

#include "core/host/ops/operand.h"

namespace shardscope::core::ops {

void execute(const Rope& operation, const Call& call);

}  // namespace shardscope::core::ops
