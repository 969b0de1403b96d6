#pragma once
// What materialized and flash attention share: where heads lie, and softmax rows. Internal to
// core/host/ops.

#include "core/host/ops/product.h"

namespace shardscope::core::ops {

/// The heads of one tensor of B·T rows: @p columns elements each, the first at @p offset of a row.
struct HeadSlices {
    Operand tensor;
    int64_t tokens, columns;
    int64_t stride;  ///< elements of a row
    int64_t offset;

    /// [T, columns] of one sequence's head.
    Matrix of(int64_t batch, int64_t head) const;
};

/// q, k and v: three tensors, or one whose rows hold them side by side.
struct AttentionSlices {
    HeadSlices q, k, v;
};
AttentionSlices slicesOf(const AttentionShape& shape, const Operand& q, const Operand& k,
                         const Operand& v);
/// The heads of a [rows, heads·columns] tensor.
HeadSlices headsOf(const AttentionShape& shape, const Operand& tensor);

Matrix transposed(Matrix matrix);

/// 1/sqrt(columns).
float scaleOf(const AttentionShape& shape);

/// row[i] *= factor.
void multiplyRow(float* row, float factor, int64_t elements);
/// row[i] = e^(row[i] - shift)·factor.
void exponentiateRow(float* row, float shift, float factor, int64_t elements);
/// dScore = probability·(dProbability - mean)·scale, in place of dProbability.
void softmaxGradient(const float* probabilities, float mean, float scale, float* gradients,
                     int64_t elements);

/// Calls visit(batch, key/value head) for each.
template <class Visit>
void forEachGroup(const AttentionShape& shape, Visit&& visit) {
    for (int64_t batch = 0; batch < shape.batch; ++batch) {
        for (int64_t head = 0; head < shape.kvHeads; ++head) visit(batch, head);
    }
}
/// Calls visit(query head) for each head of key/value head @p group.
template <class Visit>
void forEachHeadOf(const AttentionShape& shape, int64_t group, Visit&& visit) {
    const int64_t size = shape.heads / shape.kvHeads;
    for (int64_t head = group * size; head < (group + 1) * size; ++head) visit(head);
}

}  // namespace shardscope::core::ops
