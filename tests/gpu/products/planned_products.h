#pragma once
// The matrix products of a plan, as cuBLASLt will be asked for them.

#include <string>
#include <vector>

#include "core/plan/planner.h"
#include "gpu/matmul/product.h"

namespace shardscope::products {

struct PlannedProduct {
    std::string name;  ///< the first action that has this shape: "h.0.mlp.c_fc"
    gpu::ProductShape shape;
    int64_t times = 0;  ///< in one micro-batch
};

/// Rank 0's, each shape once, in the order in which a step meets them. Errors: planStep()'s.
core::Result<std::vector<PlannedProduct>> productsOf(const core::Problem& problem);

}  // namespace shardscope::products
