#pragma once
// Root-mean-square normalisation, forward and backward. Internal to core/host/ops.

#include "core/host/ops/operand.h"

namespace shardscope::core::ops {

void execute(const RmsNormForward& operation, const Call& call);
void execute(const RmsNormBackward& operation, const Call& call);

}  // namespace shardscope::core::ops
