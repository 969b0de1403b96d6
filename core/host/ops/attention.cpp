#include "core/host/ops/attention.h"

#include <algorithm>

#include "core/host/ops/attention_parts.h"
#include "core/host/ops/convert.h"
#include "core/host/ops/rows.h"
#include "core/host/ops/scratch.h"

namespace shardscope::core::ops {

namespace {

/// First element of one head's [T,T] in a [B,H,T,T] tensor.
int64_t squareBegin(const AttentionShape& shape, int64_t batch, int64_t head) {
    return (batch * shape.heads + head) * shape.sequence * shape.sequence;
}

Matrix squareOf(const AttentionShape& shape, const Operand& tensor, int64_t begin) {
    return {.address = tensor.at(begin),
            .dtype = tensor.dtype,
            .rows = shape.sequence,
            .columns = shape.sequence,
            .stride = shape.sequence};
}

Matrix scratchSquare(int64_t tokens) {
    return {.address = scratch(Scratch::Square, tokens * tokens),
            .dtype = DType::Fp32,
            .rows = tokens,
            .columns = tokens,
            .stride = tokens};
}

/// Scores of one query to probabilities: softmax over the @p visible first keys, then zeros.
void causalSoftmax(float* row, float scale, int64_t visible, int64_t tokens) {
    multiplyRow(row, scale, visible);
    const float largest = maximumOf(row, visible);
    const float sum = sumExponentials(row, largest, visible);
    exponentiateRow(row, largest, 1.0f / sum, visible);
    std::fill(row + visible, row + tokens, 0.0f);
}

struct Forward {
    AttentionShape shape;
    AttentionSlices in;
    Operand probabilities;
    HeadSlices out;

    void head(int64_t batch, int64_t group, int64_t head) const;
};

void Forward::head(int64_t batch, int64_t group, int64_t head) const {
    const int64_t tokens = shape.sequence, begin = squareBegin(shape, batch, head);
    const Matrix scores = scratchSquare(tokens);
    multiply({.a = in.q.of(batch, head),
              .b = transposed(in.k.of(batch, group)),
              .bias = {},
              .c = scores});
    for (int64_t query = 0; query < tokens; ++query) {
        float* row = static_cast<float*>(scores.address) + query * tokens;
        causalSoftmax(row, scaleOf(shape), query + 1, tokens);
        storeFloats(probabilities, begin + query * tokens, tokens, row);
    }
    multiply({.a = squareOf(shape, probabilities, begin),
              .b = in.v.of(batch, group),
              .bias = {},
              .c = out.of(batch, head)});
}

void runForward(const Forward& forward) {
    forEachGroup(forward.shape, [&](int64_t batch, int64_t group) {
        forEachHeadOf(forward.shape, group,
                      [&](int64_t head) { forward.head(batch, group, head); });
    });
}

/// Where a group's heads add their part of dK or dV: the gradient itself when there is one head, else
/// fp32 sums, so that they are rounded once.
struct GroupSum {
    Matrix target, sums;
    bool staged, begun = false;

    GroupSum(Matrix where, Scratch purpose, bool several)
        : target(where), sums(where), staged(several && where.dtype != DType::Fp32) {
        if (!staged) return;
        sums.address = scratch(purpose, where.rows * where.columns);
        sums.dtype = DType::Fp32;
        sums.stride = where.columns;
    }
    void add(const Matrix& a, const Matrix& b) {
        multiply({.a = a, .b = b, .bias = {}, .c = sums, .accumulate = begun});
        begun = true;
    }
    void store() const {
        const Operand out{.address = target.address, .dtype = target.dtype};
        for (int64_t row = 0; staged && row < target.rows; ++row) {
            fromFloats(static_cast<const float*>(sums.address) + row * sums.stride, out.dtype,
                       out.at(row * target.stride), target.columns);
        }
    }
};

struct Backward {
    AttentionShape shape;
    AttentionSlices in, gradients;
    Operand probabilities, dScores;
    HeadSlices dOut;

    void group(int64_t batch, int64_t group) const;
    void head(int64_t batch, int64_t group, int64_t head, GroupSum& dK, GroupSum& dV) const;
    void scoreGradients(int64_t begin, const Matrix& dProbabilities) const;
};

/// Turns the rows of @p dProbabilities into rows of dScores.
void Backward::scoreGradients(int64_t begin, const Matrix& dProbabilities) const {
    const int64_t tokens = shape.sequence;
    float* staging = scratch(Scratch::RowIn, tokens);
    for (int64_t query = 0; query < tokens; ++query) {
        float* row = static_cast<float*>(dProbabilities.address) + query * tokens;
        const int64_t first = begin + query * tokens, visible = query + 1;
        const float* probability = readFloats(probabilities, first, visible, staging);
        // Stored probabilities are rounded and do not sum to one; without the division a gradient that
        // is the same for all keys would leave a trace of it in every score.
        const float mean = dotRows(probability, row, visible) / sumRow(probability, visible);
        softmaxGradient(probability, mean, scaleOf(shape), row, visible);
        std::fill(row + visible, row + tokens, 0.0f);
        storeFloats(dScores, first, tokens, row);
    }
}

void Backward::head(int64_t batch, int64_t group, int64_t head, GroupSum& dK, GroupSum& dV) const {
    const int64_t begin = squareBegin(shape, batch, head);
    const Matrix given = dOut.of(batch, head);
    dV.add(transposed(squareOf(shape, probabilities, begin)), given);
    const Matrix dProbabilities = scratchSquare(shape.sequence);
    multiply({.a = given, .b = transposed(in.v.of(batch, group)), .bias = {}, .c = dProbabilities});
    scoreGradients(begin, dProbabilities);
    const Matrix scores = squareOf(shape, dScores, begin);
    multiply(
        {.a = scores, .b = in.k.of(batch, group), .bias = {}, .c = gradients.q.of(batch, head)});
    dK.add(transposed(scores), in.q.of(batch, head));
}

void Backward::group(int64_t batch, int64_t group) const {
    const bool several = shape.heads > shape.kvHeads;
    GroupSum dK(gradients.k.of(batch, group), Scratch::KeySums, several);
    GroupSum dV(gradients.v.of(batch, group), Scratch::ValueSums, several);
    forEachHeadOf(shape, group, [&](int64_t at) { head(batch, group, at, dK, dV); });
    dK.store();
    dV.store();
}

void runBackward(const Backward& backward) {
    forEachGroup(backward.shape,
                 [&](int64_t batch, int64_t group) { backward.group(batch, group); });
}

AttentionShape shapeOf(const auto& o) {
    return {.batch = o.batch,
            .sequence = o.sequence,
            .heads = o.heads,
            .kvHeads = o.heads,
            .columns = o.hidden / o.heads};
}

}  // namespace

void execute(const AttentionForward& o, const Call& call) {
    const AttentionShape shape = shapeOf(o);
    const Operand qkv = call.operand(o.qkv);
    runForward({.shape = shape,
                .in = slicesOf(shape, qkv, qkv, qkv),
                .probabilities = call.operand(o.probabilities),
                .out = headsOf(shape, call.operand(o.out))});
}

void execute(const AttentionBackward& o, const Call& call) {
    const AttentionShape shape = shapeOf(o);
    const Operand qkv = call.operand(o.qkv), dQkv = call.operand(o.dQkv);
    runBackward({.shape = shape,
                 .in = slicesOf(shape, qkv, qkv, qkv),
                 .gradients = slicesOf(shape, dQkv, dQkv, dQkv),
                 .probabilities = call.operand(o.probabilities),
                 .dScores = call.operand(o.dScores),
                 .dOut = headsOf(shape, call.operand(o.dOut))});
}

void execute(const GroupedAttentionForward& o, const Call& call) {
    runForward({.shape = o.shape,
                .in = slicesOf(o.shape, call.operand(o.q), call.operand(o.k), call.operand(o.v)),
                .probabilities = call.operand(o.probabilities),
                .out = headsOf(o.shape, call.operand(o.out))});
}

void execute(const GroupedAttentionBackward& o, const Call& call) {
    runBackward(
        {.shape = o.shape,
         .in = slicesOf(o.shape, call.operand(o.q), call.operand(o.k), call.operand(o.v)),
         .gradients = slicesOf(o.shape, call.operand(o.dQ), call.operand(o.dK), call.operand(o.dV)),
         .probabilities = call.operand(o.probabilities),
         .dScores = call.operand(o.dScores),
         .dOut = headsOf(o.shape, call.operand(o.dOut))});
}

}  // namespace shardscope::core::ops
