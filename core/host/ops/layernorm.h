#pragma once
// Layer normalisation, forward and backward. Internal to core/host/ops.

#include "core/host/ops/operand.h"

namespace shardscope::core::ops {

void execute(const LayerNormForward& operation, const Call& call);
void execute(const LayerNormBackward& operation, const Call& call);

}  // namespace shardscope::core::ops
