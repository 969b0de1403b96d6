#pragma once
// What two operations must share to take the same time: kernel, number formats, sizes. Pure.

#include <string>
#include <vector>

#include "core/plan/step_plan.h"

namespace shardscope::core {

struct KernelShape {
    std::string kernel;         ///< nameOf(operation): "matmul"
    std::string variant;        ///< "bf16 bf16 > bf16, b transposed": what is read, what is written
    std::vector<double> shape;  ///< matmul: m, n, k; norms: rows, hidden; …; elements for the rest
    /// What time grows with: FLOPs of products and attention, bytes of everything else.
    double work = 0;
    bool arithmetic = false;  ///< work is FLOPs
};

/// @param microBatch from 1 on, gradients that accumulate are read as well.
KernelShape kernelShapeOf(const Operation& operation, const Layout& layout, int microBatch);

}  // namespace shardscope::core
