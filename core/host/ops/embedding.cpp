#include "core/host/ops/embedding.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

#include "core/config/dataset.h"
#include "core/host/ops/convert.h"
#include "core/host/ops/rows.h"
#include "core/host/ops/scratch.h"

namespace shardscope::core::ops {

namespace {

/// Rows ordered by token, and by row among equal tokens.
std::vector<int64_t> rowsByToken(const int32_t* tokens, int64_t rows) {
    std::vector<int64_t> order(static_cast<size_t>(rows));
    std::iota(order.begin(), order.end(), int64_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](int64_t a, int64_t b) { return tokens[a] < tokens[b]; });
    return order;
}

void zero(const Operand& operand, int64_t first, int64_t elements) {
    std::memset(operand.at(first), 0, static_cast<size_t>(elements * bytesOf(operand.dtype)));
}

}  // namespace

void execute(const LoadBatch& o, const Call& call) {
    if (!call.context.dataset) broken("load batch: the run has no data set");
    auto* tokens = const_cast<int32_t*>(call.integers(o.tokens));
    auto* targets = const_cast<int32_t*>(call.integers(o.targets));
    const StepScalars& now = call.bound.scalars;
    for (int64_t item = 0; item < o.batch; ++item) {
        const int64_t index =
            sampleIndex(now.step, now.microBatch, call.problem().workload.gradAccum,
                        call.context.rank.value, call.context.ranks, o.batch, item);
        call.context.dataset->sample(index, tokens + item * o.sequence,
                                     targets + item * o.sequence);
    }
}

void execute(const EmbeddingForward& o, const Call& call) {
    const int32_t* tokens = call.integers(o.tokens);
    const Operand table = call.operand(o.tokenTable);
    const Operand positions = call.operand(o.positionTable);
    const Operand out = call.operand(o.out);
    float* staging = scratch(Scratch::RowIn, o.hidden);
    float* sums = scratch(Scratch::RowOut, o.hidden);
    for (int64_t row = 0; row < o.batch * o.sequence; ++row) {
        toFloats(table.at(tokens[row] * o.hidden), table.dtype, sums, o.hidden);
        if (positions.address) {
            const int64_t position = row % o.sequence;
            addRow(sums, readFloats(positions, position * o.hidden, o.hidden, staging), o.hidden);
        }
        storeFloats(out, row * o.hidden, o.hidden, sums);
    }
}

void execute(const TokenEmbeddingBackward& o, const Call& call) {
    const int32_t* tokens = call.integers(o.tokens);
    const Operand dOut = call.operand(o.dOut);
    const Operand dTable = call.operand(o.dTable);
    const bool accumulate = call.accumulates(o.write);
    if (!accumulate) zero(dTable, 0, o.vocab * o.hidden);
    float* staging = scratch(Scratch::RowIn, o.hidden);
    float* sums = scratch(Scratch::Sums, o.hidden);
    const std::vector<int64_t> order = rowsByToken(tokens, o.rows);
    for (size_t i = 0; i < order.size();) {
        const int32_t token = tokens[order[i]];
        std::fill_n(sums, o.hidden, 0.0f);
        for (; i < order.size() && tokens[order[i]] == token; ++i) {
            addRow(sums, readFloats(dOut, order[i] * o.hidden, o.hidden, staging), o.hidden);
        }
        writeGradient(dTable, token * o.hidden, o.hidden, sums, accumulate);
    }
}

void execute(const PositionEmbeddingBackward& o, const Call& call) {
    const Operand dOut = call.operand(o.dOut);
    float* staging = scratch(Scratch::RowIn, o.hidden);
    float* sums = scratch(Scratch::Sums, o.hidden);
    for (int64_t position = 0; position < o.sequence; ++position) {
        std::fill_n(sums, o.hidden, 0.0f);
        for (int64_t item = 0; item < o.batch; ++item) {
            const int64_t row = item * o.sequence + position;
            addRow(sums, readFloats(dOut, row * o.hidden, o.hidden, staging), o.hidden);
        }
        writeGradient(call.operand(o.dTable), position * o.hidden, o.hidden, sums,
                      call.accumulates(o.write));
    }
}

}  // namespace shardscope::core::ops
