#pragma once
// silu(gate)·up and its gradients. Internal to core/host/ops.

#include "core/host/ops/operand.h"

namespace shardscope::core::ops {

void execute(const SwiGluForward& operation, const Call& call);
void execute(const SwiGluBackward& operation, const Call& call);

}  // namespace shardscope::core::ops
