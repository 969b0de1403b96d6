#pragma once
// Batches, and the tables that turn their tokens into rows. Internal to core/host/ops.

#include "core/host/ops/operand.h"

namespace shardscope::core::ops {

void execute(const LoadBatch& operation, const Call& call);
void execute(const EmbeddingForward& operation, const Call& call);
void execute(const TokenEmbeddingBackward& operation, const Call& call);
void execute(const PositionEmbeddingBackward& operation, const Call& call);

}  // namespace shardscope::core::ops
