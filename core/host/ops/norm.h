#pragma once
// The gradient norm's tree and the clip factor. Internal to core/host/ops.

#include "core/host/ops/operand.h"

namespace shardscope::core::ops {

void execute(const SquaredNorm& operation, const Call& call);
void execute(const SumPartials& operation, const Call& call);
void execute(const ClipFactor& operation, const Call& call);

}  // namespace shardscope::core::ops
