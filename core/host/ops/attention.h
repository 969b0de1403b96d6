#pragma once
// Causal attention with materialized scores. Internal to core/host/ops.

#include "core/host/ops/operand.h"

namespace shardscope::core::ops {

void execute(const AttentionForward& operation, const Call& call);
void execute(const AttentionBackward& operation, const Call& call);
void execute(const GroupedAttentionForward& operation, const Call& call);
void execute(const GroupedAttentionBackward& operation, const Call& call);

}  // namespace shardscope::core::ops
