#include "core/host/ops/flash_attention.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/exponential.h"
#include "core/host/ops/attention_parts.h"
#include "core/host/ops/convert.h"
#include "core/host/ops/rows.h"
#include "core/host/ops/scratch.h"

namespace shardscope::core::ops {

namespace {

constexpr int64_t kTile =
    64;  // queries and keys of a tile; its scores stay in the first-level cache

/// A head as a dense fp32 [T,D] matrix in scratch memory, and tiles of it.
struct Dense {
    float* values;
    int64_t tokens, columns;

    float* row(int64_t token) const { return values + token * columns; }
    Matrix tile(int64_t first) const {
        return {.address = row(first),
                .dtype = DType::Fp32,
                .rows = std::min(kTile, tokens - first),
                .columns = columns,
                .stride = columns};
    }
    void load(const Matrix& from) const {
        const Operand source{.address = from.address, .dtype = from.dtype};
        for (int64_t token = 0; token < tokens; ++token) {
            toFloats(source.at(token * from.stride), from.dtype, row(token), columns);
        }
    }
    void store(const Matrix& to) const {
        const Operand target{.address = to.address, .dtype = to.dtype};
        for (int64_t token = 0; token < tokens; ++token) {
            fromFloats(row(token), to.dtype, target.at(token * to.stride), columns);
        }
    }
    void clear() const { std::fill_n(values, tokens * columns, 0.0f); }
};

/// Carves dense heads out of one scratch array.
class Heads {
  public:
    Heads(const AttentionShape& shape, int count)
        : tokens_(shape.sequence),
          columns_(shape.columns),
          next_(scratch(Scratch::Heads, count * tokens_ * columns_)) {}
    Dense take() {
        const Dense head{.values = next_, .tokens = tokens_, .columns = columns_};
        next_ += tokens_ * columns_;
        return head;
    }

  private:
    int64_t tokens_, columns_;
    float* next_;
};

/// One tile of scores, [queries, keys], and its place.
struct Tile {
    Matrix scores;
    int64_t firstQuery, firstKey;

    float* row(int64_t i) const { return static_cast<float*>(scores.address) + i * kTile; }
    /// Keys of this tile that query row @p i sees. At least one, since tiles start together.
    int64_t visible(int64_t i) const {
        return std::min(scores.columns, firstQuery + i + 1 - firstKey);
    }
    void hideRest(int64_t i) const {
        std::fill(row(i) + visible(i), row(i) + scores.columns, 0.0f);
    }
};

Tile tileOf(int number, const Dense& q, int64_t firstQuery, const Dense& k, int64_t firstKey) {
    float* memory = scratch(Scratch::Square, 2 * kTile * kTile) + number * kTile * kTile;
    return {.scores = {.address = memory,
                       .dtype = DType::Fp32,
                       .rows = q.tile(firstQuery).rows,
                       .columns = k.tile(firstKey).rows,
                       .stride = kTile},
            .firstQuery = firstQuery,
            .firstKey = firstKey};
}

/// scores = a · bᵀ of two tiles.
void scoreInto(const Tile& tile, const Dense& a, const Dense& b) {
    multiply({.a = a.tile(tile.firstQuery),
              .b = transposed(b.tile(tile.firstKey)),
              .bias = {},
              .c = tile.scores});
}

void addProduct(const Matrix& a, const Matrix& b, const Matrix& sum) {
    multiply({.a = a, .b = b, .bias = {}, .c = sum, .accumulate = true});
}

/// Running maximum and sum of e^(score - maximum) of each query of a tile.
struct RunningSoftmax {
    std::array<float, kTile> largest, sum;
};

/// Turns a tile's scores into e^(score - maximum so far), and rescales what was summed before.
void absorb(const Tile& tile, float scale, const Dense& out, RunningSoftmax& softmax) {
    const bool isFirst = tile.firstKey == 0;
    for (int64_t i = 0; i < tile.scores.rows; ++i) {
        float* row = tile.row(i);
        const int64_t visible = tile.visible(i);
        auto& largest = softmax.largest[static_cast<size_t>(i)];
        auto& sum = softmax.sum[static_cast<size_t>(i)];
        multiplyRow(row, scale, visible);
        const float tileLargest = maximumOf(row, visible);
        const float next = isFirst ? tileLargest : std::max(largest, tileLargest);
        exponentiateRow(row, next, 1.0f, visible);
        const float tileSum = sumRow(row, visible);
        const float keep = isFirst ? 0.0f : exponential(largest - next);
        sum = isFirst ? tileSum : sum * keep + tileSum;
        if (!isFirst) multiplyRow(out.row(tile.firstQuery + i), keep, out.columns);
        largest = next;
        tile.hideRest(i);
    }
}

struct Forward {
    AttentionShape shape;
    AttentionSlices in;
    HeadSlices out;
    float* logSumExp;

    void group(int64_t batch, int64_t group) const;
    void queries(int64_t first, const Dense& q, const Dense& k, const Dense& v, const Dense& sums,
                 float* logs) const;
};

/// All keys of one tile of queries.
void Forward::queries(int64_t first, const Dense& q, const Dense& k, const Dense& v,
                      const Dense& sums, float* logs) const {
    RunningSoftmax softmax;
    const Matrix target = sums.tile(first);
    for (int64_t key = 0; key <= first; key += kTile) {
        const Tile tile = tileOf(0, q, first, k, key);
        scoreInto(tile, q, k);
        absorb(tile, scaleOf(shape), sums, softmax);
        addProduct(tile.scores, v.tile(key), target);
    }
    for (int64_t i = 0; i < target.rows; ++i) {
        const auto at = static_cast<size_t>(i);
        multiplyRow(sums.row(first + i), 1.0f / softmax.sum[at], sums.columns);
        logs[first + i] = softmax.largest[at] + std::log(softmax.sum[at]);
    }
}

void Forward::group(int64_t batch, int64_t group) const {
    Heads heads(shape, 4);
    const Dense q = heads.take(), k = heads.take(), v = heads.take(), sums = heads.take();
    k.load(in.k.of(batch, group));
    v.load(in.v.of(batch, group));
    forEachHeadOf(shape, group, [&](int64_t head) {
        q.load(in.q.of(batch, head));
        sums.clear();
        float* logs = logSumExp + (batch * shape.heads + head) * shape.sequence;
        for (int64_t first = 0; first < shape.sequence; first += kTile) {
            queries(first, q, k, v, sums, logs);
        }
        sums.store(out.of(batch, head));
    });
}

struct Backward {
    AttentionShape shape;
    AttentionSlices in, gradients;
    HeadSlices out, dOut;
    const float* logSumExp;

    struct Parts {
        Dense q, k, v, dOut, dQ, dK, dV;
        const float* logs;
        const float* means;
    };
    void group(int64_t batch, int64_t group) const;
    const float* meansOf(int64_t batch, int64_t head, const Dense& dOut, const Dense& out) const;
    void tile(int64_t firstQuery, int64_t firstKey, const Parts& parts) const;
    void probabilities(const Tile& tile, const float* logs) const;
};

/// Σ probability·dProbability of each query, which is dOut·out.
const float* Backward::meansOf(int64_t batch, int64_t head, const Dense& given,
                               const Dense& result) const {
    float* means = scratch(Scratch::Sums, shape.sequence);
    result.load(out.of(batch, head));
    for (int64_t token = 0; token < shape.sequence; ++token) {
        means[token] = dotRows(given.row(token), result.row(token), shape.columns);
    }
    return means;
}

void Backward::probabilities(const Tile& tile, const float* logs) const {
    for (int64_t i = 0; i < tile.scores.rows; ++i) {
        multiplyRow(tile.row(i), scaleOf(shape), tile.visible(i));
        exponentiateRow(tile.row(i), logs[tile.firstQuery + i], 1.0f, tile.visible(i));
        tile.hideRest(i);
    }
}

void Backward::tile(int64_t firstQuery, int64_t firstKey, const Parts& p) const {
    const Tile kept = tileOf(0, p.q, firstQuery, p.k, firstKey);
    scoreInto(kept, p.q, p.k);
    probabilities(kept, p.logs);
    addProduct(transposed(kept.scores), p.dOut.tile(firstQuery), p.dV.tile(firstKey));
    const Tile gradient = tileOf(1, p.q, firstQuery, p.k, firstKey);
    scoreInto(gradient, p.dOut, p.v);
    for (int64_t i = 0; i < kept.scores.rows; ++i) {
        softmaxGradient(kept.row(i), p.means[firstQuery + i], scaleOf(shape), gradient.row(i),
                        kept.visible(i));
        gradient.hideRest(i);
    }
    addProduct(gradient.scores, p.k.tile(firstKey), p.dQ.tile(firstQuery));
    addProduct(transposed(gradient.scores), p.q.tile(firstQuery), p.dK.tile(firstKey));
}

void Backward::group(int64_t batch, int64_t group) const {
    Heads heads(shape, 7);
    Parts p{.q = heads.take(),
            .k = heads.take(),
            .v = heads.take(),
            .dOut = heads.take(),
            .dQ = heads.take(),
            .dK = heads.take(),
            .dV = heads.take(),
            .logs = nullptr,
            .means = nullptr};
    p.k.load(in.k.of(batch, group));
    p.v.load(in.v.of(batch, group));
    p.dK.clear();
    p.dV.clear();
    forEachHeadOf(shape, group, [&](int64_t head) {
        p.dOut.load(dOut.of(batch, head));
        p.means = meansOf(batch, head, p.dOut, p.q);  // q is not needed yet
        p.q.load(in.q.of(batch, head));
        p.logs = logSumExp + (batch * shape.heads + head) * shape.sequence;
        p.dQ.clear();
        for (int64_t query = 0; query < shape.sequence; query += kTile) {
            for (int64_t key = 0; key <= query; key += kTile) tile(query, key, p);
        }
        p.dQ.store(gradients.q.of(batch, head));
    });
    p.dK.store(gradients.k.of(batch, group));
    p.dV.store(gradients.v.of(batch, group));
}

}  // namespace

void execute(const FlashAttentionForward& o, const Call& call) {
    const Forward forward{
        .shape = o.shape,
        .in = slicesOf(o.shape, call.operand(o.q), call.operand(o.k), call.operand(o.v)),
        .out = headsOf(o.shape, call.operand(o.out)),
        .logSumExp = call.floats(o.logSumExp)};
    forEachGroup(o.shape, [&](int64_t batch, int64_t group) { forward.group(batch, group); });
}

void execute(const FlashAttentionBackward& o, const Call& call) {
    const Backward backward{
        .shape = o.shape,
        .in = slicesOf(o.shape, call.operand(o.q), call.operand(o.k), call.operand(o.v)),
        .gradients = slicesOf(o.shape, call.operand(o.dQ), call.operand(o.dK), call.operand(o.dV)),
        .out = headsOf(o.shape, call.operand(o.out)),
        .dOut = headsOf(o.shape, call.operand(o.dOut)),
        .logSumExp = call.floats(o.logSumExp)};
    forEachGroup(o.shape, [&](int64_t batch, int64_t group) { backward.group(batch, group); });
}

}  // namespace shardscope::core::ops
