#include "core/host/ops/attention.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/host/ops/convert.h"
#include "core/host/ops/exponential.h"
#include "core/host/ops/kernel.h"
#include "core/host/ops/product.h"
#include "core/host/ops/rows.h"
#include "core/host/ops/scratch.h"

namespace shardscope::core::ops {

namespace {

/// One head of one sequence: T tokens, D = C/H columns.
struct Head {
    int64_t batch, head;
    int64_t tokens, columns, hidden, heads;

    /// [T,D] inside a [B·T, parts·C] tensor; part 0, 1, 2 of qkv are q, k and v.
    Matrix slice(const Operand& tensor, int64_t parts, int64_t part) const {
        const int64_t stride = parts * hidden;
        return {.address = tensor.at(batch * tokens * stride + part * hidden + head * columns),
                .dtype = tensor.dtype,
                .rows = tokens,
                .columns = columns,
                .stride = stride};
    }
    /// First element of this head's [T,T] in a [B,H,T,T] tensor.
    int64_t squareBegin() const { return (batch * heads + head) * tokens * tokens; }
    Matrix square(const Operand& tensor) const {
        return {.address = tensor.at(squareBegin()),
                .dtype = tensor.dtype,
                .rows = tokens,
                .columns = tokens,
                .stride = tokens};
    }
    float scale() const { return 1.0f / std::sqrt(static_cast<float>(columns)); }
};

template <class Visit>
void forEachHead(int64_t batches, int64_t tokens, int64_t hidden, int64_t heads, Visit&& visit) {
    for (int64_t batch = 0; batch < batches; ++batch) {
        for (int64_t head = 0; head < heads; ++head) {
            visit(Head{.batch = batch,
                       .head = head,
                       .tokens = tokens,
                       .columns = hidden / heads,
                       .hidden = hidden,
                       .heads = heads});
        }
    }
}

Matrix transposed(Matrix matrix) {
    std::swap(matrix.rows, matrix.columns);
    matrix.transposed = !matrix.transposed;
    return matrix;
}

Matrix scratchSquare(int64_t tokens) {
    return {.address = scratch(Scratch::Square, tokens * tokens),
            .dtype = DType::Fp32,
            .rows = tokens,
            .columns = tokens,
            .stride = tokens};
}

SHARDSCOPE_KERNEL void multiplyRow(float* row, float factor, int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) row[i] *= factor;
}

/// row[i] = e^(row[i] - shift)·factor.
SHARDSCOPE_KERNEL void exponentiateRow(float* row, float shift, float factor, int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) row[i] = exponential(row[i] - shift) * factor;
}

/// Scores of one query to probabilities: softmax over the @p visible first keys, then zeros.
void causalSoftmax(float* row, float scale, int64_t visible, int64_t tokens) {
    multiplyRow(row, scale, visible);
    const float largest = maximumOf(row, visible);
    const float sum = sumExponentials(row, largest, visible);
    exponentiateRow(row, largest, 1.0f / sum, visible);
    std::fill(row + visible, row + tokens, 0.0f);
}

void forwardHead(const Head& head, const Operand& qkv, const Operand& probabilities,
                 const Operand& out) {
    const Matrix scores = scratchSquare(head.tokens);
    multiply({.a = head.slice(qkv, 3, 0),
              .b = transposed(head.slice(qkv, 3, 1)),
              .bias = {},
              .c = scores});
    for (int64_t query = 0; query < head.tokens; ++query) {
        float* row = static_cast<float*>(scores.address) + query * head.tokens;
        causalSoftmax(row, head.scale(), query + 1, head.tokens);
        storeFloats(probabilities, head.squareBegin() + query * head.tokens, head.tokens, row);
    }
    multiply({.a = head.square(probabilities),
              .b = head.slice(qkv, 3, 2),
              .bias = {},
              .c = head.slice(out, 1, 0)});
}

/// dScore = probability·(dProbability - mean)·scale, in place of dProbability.
SHARDSCOPE_KERNEL void softmaxGradient(const float* probabilities, float mean, float scale,
                                       float* gradients, int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) {
        gradients[i] = probabilities[i] * (gradients[i] - mean) * scale;
    }
}

/// Turns the rows of dProbabilities into rows of @p dScores.
void scoreGradients(const Head& head, const Operand& probabilities, const Matrix& dProbabilities,
                    const Operand& dScores) {
    float* staging = scratch(Scratch::RowIn, head.tokens);
    for (int64_t query = 0; query < head.tokens; ++query) {
        float* row = static_cast<float*>(dProbabilities.address) + query * head.tokens;
        const int64_t first = head.squareBegin() + query * head.tokens, visible = query + 1;
        const float* probability = readFloats(probabilities, first, visible, staging);
        // Stored probabilities are rounded and do not sum to one; without the division a gradient that
        // is the same for all keys would leave a trace of it in every score.
        const float mean = dotRows(probability, row, visible) / sumRow(probability, visible);
        softmaxGradient(probability, mean, head.scale(), row, visible);
        std::fill(row + visible, row + head.tokens, 0.0f);
        storeFloats(dScores, first, head.tokens, row);
    }
}

void backwardHead(const Head& head, const AttentionBackward& o, const Call& call) {
    const Operand qkv = call.operand(o.qkv), dQkv = call.operand(o.dQkv);
    const Operand probabilities = call.operand(o.probabilities), dScores = call.operand(o.dScores);
    const Matrix dOut = head.slice(call.operand(o.dOut), 1, 0);
    multiply({.a = transposed(head.square(probabilities)),
              .b = dOut,
              .bias = {},
              .c = head.slice(dQkv, 3, 2)});
    const Matrix dProbabilities = scratchSquare(head.tokens);
    multiply({.a = dOut, .b = transposed(head.slice(qkv, 3, 2)), .bias = {}, .c = dProbabilities});
    scoreGradients(head, probabilities, dProbabilities, dScores);
    multiply({.a = head.square(dScores),
              .b = head.slice(qkv, 3, 1),
              .bias = {},
              .c = head.slice(dQkv, 3, 0)});
    multiply({.a = transposed(head.square(dScores)),
              .b = head.slice(qkv, 3, 0),
              .bias = {},
              .c = head.slice(dQkv, 3, 1)});
}

}  // namespace

void execute(const AttentionForward& o, const Call& call) {
    const Operand qkv = call.operand(o.qkv), out = call.operand(o.out);
    const Operand probabilities = call.operand(o.probabilities);
    forEachHead(o.batch, o.sequence, o.hidden, o.heads,
                [&](const Head& head) { forwardHead(head, qkv, probabilities, out); });
}

void execute(const AttentionBackward& o, const Call& call) {
    forEachHead(o.batch, o.sequence, o.hidden, o.heads,
                [&](const Head& head) { backwardHead(head, o, call); });
}

}  // namespace shardscope::core::ops
