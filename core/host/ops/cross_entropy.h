#pragma once
// The loss and its gradient. Internal to core/host/ops.

#include "core/host/ops/operand.h"

namespace shardscope::core::ops {

void execute(const CrossEntropyForward& operation, const Call& call);
void execute(const CrossEntropyBackward& operation, const Call& call);

}  // namespace shardscope::core::ops
