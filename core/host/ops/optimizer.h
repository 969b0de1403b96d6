#pragma once
// Parameter updates over one bucket range. Internal to core/host/ops.

#include "core/host/ops/operand.h"

namespace shardscope::core::ops {

void execute(const AdamW& operation, const Call& call);
void execute(const SgdMomentum& operation, const Call& call);

}  // namespace shardscope::core::ops
