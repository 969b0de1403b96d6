#include "core/host/ops/product.h"

#include "core/host/ops/convert.h"
#include "core/host/ops/primitives.h"
#include "core/host/ops/scratch.h"

namespace shardscope::core::ops {

namespace {

/// The stored rows and columns, which is what is laid out in memory.
int64_t storedRows(const Matrix& m) { return m.transposed ? m.columns : m.rows; }
int64_t storedColumns(const Matrix& m) { return m.transposed ? m.rows : m.columns; }

/// @p matrix as fp32: itself, or a dense copy in @p purpose's scratch.
Matrix asFloats(const Matrix& matrix, Scratch purpose, bool copyContents) {
    if (matrix.dtype == DType::Fp32) return matrix;
    const int64_t rows = storedRows(matrix), columns = storedColumns(matrix);
    float* copy = scratch(purpose, rows * columns);
    const Operand stored{.address = matrix.address, .dtype = matrix.dtype};
    for (int64_t row = 0; copyContents && row < rows; ++row) {
        toFloats(stored.at(row * matrix.stride), matrix.dtype, copy + row * columns, columns);
    }
    Matrix result = matrix;
    result.address = copy;
    result.dtype = DType::Fp32;
    result.stride = columns;
    return result;
}

Operand biasAsFloats(const Operand& bias, int64_t columns) {
    if (!bias.address) return bias;
    const float* floats = readFloats(bias, 0, columns, scratch(Scratch::Bias, columns));
    return {.address = const_cast<float*>(floats), .dtype = DType::Fp32};
}

void storeProduct(const Matrix& from, const Matrix& to) {
    const Operand target{.address = to.address, .dtype = to.dtype};
    for (int64_t row = 0; row < to.rows; ++row) {
        fromFloats(static_cast<const float*>(from.address) + row * from.stride, to.dtype,
                   target.at(row * to.stride), to.columns);
    }
}

void multiplyConverted(const Product& product) {
    Product floats{.a = asFloats(product.a, Scratch::A, true),
                   .b = asFloats(product.b, Scratch::B, true),
                   .bias = biasAsFloats(product.bias, product.c.columns),
                   .c = asFloats(product.c, Scratch::Product, product.accumulate),
                   .accumulate = product.accumulate};
    multiplyNatively(floats);
    if (product.c.dtype != DType::Fp32) storeProduct(floats.c, product.c);
}

bool isNative(const Product& p) {
    const bool fp32 = p.a.dtype == DType::Fp32 && p.b.dtype == DType::Fp32 &&
                      p.c.dtype == DType::Fp32 && (!p.bias.address || p.bias.dtype == DType::Fp32);
    const bool bf16 = p.a.dtype == DType::Bf16 && p.b.dtype == DType::Bf16 &&
                      p.c.dtype != DType::Fp16 && (!p.bias.address || p.bias.dtype == DType::Bf16);
    return fp32 || (bf16 && multipliesBf16Natively());
}

}  // namespace

void multiply(const Product& product) {
    if (isNative(product)) {
        multiplyNatively(product);
    } else {
        multiplyConverted(product);
    }
}

}  // namespace shardscope::core::ops
