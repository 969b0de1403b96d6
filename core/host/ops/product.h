#pragma once
// Matrix products by oneDNN, one thread, fp32 accumulation, rounded once. Internal to core/host/ops.
//
// bf16 is multiplied natively where the CPU has AVX-512 bf16; elsewhere, and always for fp16, the
// operands are converted to fp32 first. Which algorithm oneDNN picks depends on the shape and the CPU
// alone, so all threads and processes of a machine get the same bits.

#include "core/host/ops/operand.h"

namespace shardscope::core::ops {

/// op(A) of @p rows × @p columns. @p stride is the distance between rows of what is stored, in
/// elements; transposed: A is stored as columns × rows.
struct Matrix {
    void* address = nullptr;
    DType dtype = DType::Fp32;
    int64_t rows = 0, columns = 0;
    int64_t stride = 0;
    bool transposed = false;
};

/// c = a·b + bias, or c = round(c + a·b) with @p accumulate. c is not transposed.
struct Product {
    Matrix a, b;
    Operand bias;  ///< [c.columns], or empty
    Matrix c;
    bool accumulate = false;
};

void multiply(const Product& product);

}  // namespace shardscope::core::ops
