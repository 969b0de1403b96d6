#include "gpu/kernels/embedding.h"

#include <algorithm>
#include <numeric>

#include "tests/doubles/kernels/table.h"

namespace shardscope::doubles {

namespace {

using namespace gpu;

template <class T>
void forward(const EmbeddingForwardArgs& a) {
    for (int64_t row = 0; row < a.rows; ++row) {
        const T* token = in<T>(a.tokenTable) + a.tokens[row] * a.hidden;
        const T* position =
            a.positionTable ? in<T>(a.positionTable) + row % a.sequence * a.hidden : nullptr;
        for (int64_t i = 0; i < a.hidden; ++i)
            out<T>(a.out)[row * a.hidden + i] =
                position ? fromFloat<T>(toFloat(token[i]) + toFloat(position[i])) : token[i];
    }
}

void rowsByToken(const TokenEmbeddingBackwardArgs& a) {
    int32_t* order = a.scratch + a.vocab + 1;
    std::iota(order, order + a.rows, 0);
    std::stable_sort(order, order + a.rows,
                     [&](int32_t x, int32_t y) { return a.tokens[x] < a.tokens[y]; });
    for (int64_t token = 0; token <= a.vocab; ++token) {
        const auto* place = std::partition_point(
            order, order + a.rows, [&](int32_t row) { return a.tokens[row] < token; });
        a.scratch[token] = static_cast<int32_t>(place - order);
    }
}

template <class T>
void tokenBackward(const TokenEmbeddingBackwardArgs& a) {
    const int32_t* order = a.scratch + a.vocab + 1;
    for (int64_t token = 0; token < a.vocab; ++token) {
        const int32_t begin = a.scratch[token], end = a.scratch[token + 1];
        if (begin == end && a.dTable.accumulate) continue;
        for (int64_t i = 0; i < a.hidden; ++i) {
            float sum = 0.0f;
            for (int32_t r = begin; r < end; ++r)
                sum += toFloat(in<T>(a.dOut)[order[r] * a.hidden + i]);
            writeGradient(a.dTable, token * a.hidden + i, sum);
        }
    }
}

template <class T>
void positionBackward(const PositionEmbeddingBackwardArgs& a) {
    for (int64_t i = 0; i < a.sequence * a.hidden; ++i) {
        float sum = 0.0f;
        for (int64_t item = 0; item < a.batch; ++item)
            sum += toFloat(in<T>(a.dOut)[item * a.sequence * a.hidden + i]);
        writeGradient(a.dTable, i, sum);
    }
}

}  // namespace

void addEmbedding(Twins& twins) {
    SHARDSCOPE_TWINS(twins, "embedding_forward", EmbeddingForwardArgs, forward);
    twins.push_back(twin<TokenEmbeddingBackwardArgs, rowsByToken>("shardscope_rows_by_token"));
    SHARDSCOPE_TWINS(twins, "token_embedding_backward", TokenEmbeddingBackwardArgs, tokenBackward);
    SHARDSCOPE_TWINS(twins, "position_embedding_backward", PositionEmbeddingBackwardArgs,
                     positionBackward);
}

}  // namespace shardscope::doubles
