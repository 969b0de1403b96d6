#include "core/host/ops/attention_parts.h"

#include <cmath>
#include <utility>

#include "core/base/exponential.h"
#include "core/host/ops/kernel.h"

namespace shardscope::core::ops {

Matrix HeadSlices::of(int64_t batch, int64_t head) const {
    return {.address = tensor.at(batch * tokens * stride + offset + head * columns),
            .dtype = tensor.dtype,
            .rows = tokens,
            .columns = columns,
            .stride = stride};
}

AttentionSlices slicesOf(const AttentionShape& shape, const Operand& q, const Operand& k,
                         const Operand& v) {
    const int64_t queries = shape.heads * shape.columns, keys = shape.kvHeads * shape.columns;
    const bool packed = q.address == k.address;
    const auto slices = [&](const Operand& tensor, int64_t width, int64_t offset) {
        return HeadSlices{.tensor = tensor,
                          .tokens = shape.sequence,
                          .columns = shape.columns,
                          .stride = packed ? queries + 2 * keys : width,
                          .offset = packed ? offset : 0};
    };
    return {.q = slices(q, queries, 0),
            .k = slices(k, keys, queries),
            .v = slices(v, keys, queries + keys)};
}

HeadSlices headsOf(const AttentionShape& shape, const Operand& tensor) {
    return {.tensor = tensor,
            .tokens = shape.sequence,
            .columns = shape.columns,
            .stride = shape.heads * shape.columns,
            .offset = 0};
}

Matrix transposed(Matrix matrix) {
    std::swap(matrix.rows, matrix.columns);
    matrix.transposed = !matrix.transposed;
    return matrix;
}

float scaleOf(const AttentionShape& shape) {
    return 1.0f / std::sqrt(static_cast<float>(shape.columns));
}

SHARDSCOPE_KERNEL void multiplyRow(float* row, float factor, int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) row[i] *= factor;
}

SHARDSCOPE_KERNEL void exponentiateRow(float* row, float shift, float factor, int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) row[i] = exponential(row[i] - shift) * factor;
}

SHARDSCOPE_KERNEL void softmaxGradient(const float* probabilities, float mean, float scale,
                                       float* gradients, int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) {
        gradients[i] = probabilities[i] * (gradients[i] - mean) * scale;
    }
}

}  // namespace shardscope::core::ops
