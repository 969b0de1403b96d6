#include "tests/gpu/products/planned_products.h"

#include <algorithm>

namespace shardscope::products {

namespace {

gpu::ProductShape shapeOf(const core::Matmul& o, const core::Layout& layout) {
    gpu::ProductShape shape = gpu::packedProduct(o.m, o.n, o.k, o.transposeA, o.transposeB,
                                                 layout[o.a].dtype, layout[o.c].dtype);
    shape.bias = o.bias.valid();
    return shape;
}

}  // namespace

core::Result<std::vector<PlannedProduct>> productsOf(const core::Problem& problem) {
    const auto plan = core::planStep(problem, core::Rank{0});
    if (!plan) return tl::unexpected(plan.error());
    std::vector<PlannedProduct> products;
    for (const core::Action& action : plan->microBatch) {
        const auto* launch = std::get_if<core::Launch>(&action.what);
        const auto* matmul = launch ? std::get_if<core::Matmul>(&launch->operation) : nullptr;
        if (!matmul) continue;
        const gpu::ProductShape shape = shapeOf(*matmul, plan->layout);
        const auto known = std::ranges::find(products, shape, &PlannedProduct::shape);
        if (known == products.end()) {
            products.push_back({.name = action.name, .shape = shape, .times = 1});
        } else {
            ++known->times;
        }
    }
    return products;
}

}  // namespace shardscope::products
