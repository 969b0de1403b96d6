#pragma once
// Sums and fills. Internal to core/host/ops.

#include "core/host/ops/operand.h"

namespace shardscope::core::ops {

void execute(const ResidualAdd& operation, const Call& call);
void execute(const AddInto& operation, const Call& call);
void execute(const FillZero& operation, const Call& call);
void execute(const Poison& operation, const Call& call);

}  // namespace shardscope::core::ops
