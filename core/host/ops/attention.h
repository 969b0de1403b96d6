#pragma once
// Causal multi-head attention with stored probabilities. Internal to core/host/ops.

#include "core/host/ops/operand.h"

namespace shardscope::core::ops {

void execute(const AttentionForward& operation, const Call& call);
void execute(const AttentionBackward& operation, const Call& call);

}  // namespace shardscope::core::ops
