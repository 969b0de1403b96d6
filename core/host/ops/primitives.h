#pragma once
// oneDNN's compiled matrix products, kept by each thread. Internal to core/host/ops.

#include "core/host/ops/product.h"

namespace shardscope::core::ops {

/// Multiplies operands that are all fp32, or bf16 (c also fp32) where multipliesBf16Natively().
void multiplyNatively(const Product& product);
/// Whether this CPU multiplies bf16 without converting it to fp32 first.
bool multipliesBf16Natively();

}  // namespace shardscope::core::ops
