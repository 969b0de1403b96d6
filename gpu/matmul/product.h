#pragma once
// A matrix product as cuBLASLt is asked for it, and what identifies its algorithm. Values; any thread.

#include <compare>
#include <cstdint>

#include "core/base/dtype.h"

namespace shardscope::gpu {

/// Everything that decides which algorithm is best: sizes, layouts and types, no addresses.
/// c[m,n] = alpha · op(a) · op(b) (+ bias[n]) (+ c), row-major.
struct ProductShape {
    int64_t m = 0, n = 0, k = 0;
    bool transposeA = false, transposeB = false;  ///< stored [k,m], [n,k]
    int64_t rowA = 0, rowB = 0, rowC = 0;         ///< elements from one stored row to the next
    core::DType inputs = core::DType::Fp32;       ///< of a and b
    core::DType output = core::DType::Fp32;       ///< of c and bias
    bool bias = false;
    bool tf32 = false;  ///< fp32 inputs are rounded to tf32 and multiplied by matrix units

    auto operator<=>(const ProductShape&) const = default;
};

/// Rows without gaps: what Matmul of the plans is.
ProductShape packedProduct(int64_t m, int64_t n, int64_t k, bool transposeA, bool transposeB,
                           core::DType inputs, core::DType output);

struct Product {
    ProductShape shape;
    const void* a = nullptr;
    const void* b = nullptr;
    const void* bias = nullptr;
    void* c = nullptr;
    float alpha = 1.0F;
    bool accumulate = false;  ///< c is added to
};

}  // namespace shardscope::gpu
