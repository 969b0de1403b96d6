#pragma once
// Causal attention tile by tile, without a T×T tensor. Internal to core/host/ops.

#include "core/host/ops/operand.h"

namespace shardscope::core::ops {

void execute(const FlashAttentionForward& operation, const Call& call);
void execute(const FlashAttentionBackward& operation, const Call& call);

}  // namespace shardscope::core::ops
