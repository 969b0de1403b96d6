#pragma once
// What an operation has to do, apart from any machine: arithmetic, bytes that must move, and which kind
// of kernel does it. Exhaustive over operations, so that a new one does not compile until it is here.

#include <cstdint>

#include "core/plan/step_plan.h"

namespace shardscope::core {

enum class KernelKind : uint8_t {
    Matmul,
    Attention,     ///< materialized: products and passes over the scores, one after the other
    FlashForward,  ///< one kernel, scores stay on chip
    FlashBackward,
    Streaming,
    Normalization,
    Softmax,
    Lookup,
    Reduction,
    Optimizer,
};

struct Work {
    KernelKind kind = KernelKind::Streaming;
    double flops = 0;  ///< executed
    double bytes =
        0;  ///< of device memory, each tensor as often as kernels of this kind pass over it
    int kernels = 1;  ///< launches
};

/// @param microBatch from 1 on, gradients that accumulate are read as well.
Work workOf(const Operation& operation, const Layout& layout, int microBatch);

}  // namespace shardscope::core
