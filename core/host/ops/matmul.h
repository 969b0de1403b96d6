#pragma once
// The matrix products of linear layers, and their bias gradients. Internal to core/host/ops.

#include "core/host/ops/operand.h"

namespace shardscope::core::ops {

void execute(const Matmul& operation, const Call& call);
void execute(const BiasGradient& operation, const Call& call);

}  // namespace shardscope::core::ops
