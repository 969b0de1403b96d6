#pragma once
// Executes one operation on the CPU, on the calling thread. Deterministic: same operation, same
// bytes, whatever rank, stage, process or thread runs it.

#include "core/engine/device.h"

namespace shardscope::core {

/// Runs @p bound to completion. Operands are addresses in host memory. Aborts on operands that the
/// plan could not have made. Matrix products: oneDNN on one thread, fp32 accumulation.
void executeOnHost(const BoundOperation& bound, const RunContext& context);

/// Design rule 14 over one range of a bucket: Σ mod 2^64 of XXH3_64(real bytes of a 128-element block,
/// seed = block index), block index = blocks of all parameters before it, in declaration order.
uint64_t hashWeightBlocks(const void* address, DType dtype, const Problem& problem, BucketId bucket,
                          int64_t first, int64_t elements);

}  // namespace shardscope::core
