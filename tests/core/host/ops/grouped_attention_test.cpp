// Materialized and flash attention of separate q, k and v with shared key/value heads.

#include <cmath>

#include "tests/core/host/ops/bench.h"

namespace shardscope::core::test {
namespace {

/// A layer of one kind; the other tensors of both kinds exist and stay unused.
struct Layer {
    Workbench bench;
    AttentionShape shape;
    bool flash;
    TensorId q, k, v, out, kept, dOut, dScores, dQ, dK, dV;

    Layer(const AttentionShape& s, DType dtype, bool isFlash) : shape(s), flash(isFlash) {
        const int64_t rows = s.batch * s.sequence;
        const int64_t queries = rows * s.heads * s.columns, keys = rows * s.kvHeads * s.columns;
        const int64_t scores = s.batch * s.heads * s.sequence;
        q = bench.random(queries, 1, dtype);
        k = bench.random(keys, 2, dtype);
        v = bench.random(keys, 3, dtype);
        out = bench.output(queries, dtype);
        kept = flash ? bench.output(scores) : bench.output(scores * s.sequence, dtype);
        dOut = bench.random(queries, 4, dtype);
        dScores = bench.output(scores * s.sequence, dtype);
        dQ = bench.output(queries, dtype);
        dK = bench.output(keys, dtype);
        dV = bench.output(keys, dtype);
    }
    void forward() {
        if (flash) {
            bench.run(FlashAttentionForward{
                .q = q, .k = k, .v = v, .out = out, .logSumExp = kept, .shape = shape});
        } else {
            bench.run(GroupedAttentionForward{
                .q = q, .k = k, .v = v, .probabilities = kept, .out = out, .shape = shape});
        }
    }
    void backward() {
        if (flash) {
            bench.run(FlashAttentionBackward{.dOut = dOut,
                                             .q = q,
                                             .k = k,
                                             .v = v,
                                             .out = out,
                                             .logSumExp = kept,
                                             .dQ = dQ,
                                             .dK = dK,
                                             .dV = dV,
                                             .shape = shape});
        } else {
            bench.run(GroupedAttentionBackward{.dOut = dOut,
                                               .q = q,
                                               .k = k,
                                               .v = v,
                                               .probabilities = kept,
                                               .dScores = dScores,
                                               .dQ = dQ,
                                               .dK = dK,
                                               .dV = dV,
                                               .shape = shape});
        }
    }
    void both() {
        forward();
        backward();
    }
};

constexpr AttentionShape kSmall{.batch = 2, .sequence = 5, .heads = 4, .kvHeads = 2, .columns = 6};
// Two whole tiles of flash and a part of a third.
constexpr AttentionShape kLong{.batch = 1, .sequence = 150, .heads = 3, .kvHeads = 1, .columns = 8};

/// One head of q, k or v at a token, in double.
double at(const Values& tensor, const AttentionShape& s, int64_t heads, int64_t batch,
          int64_t token, int64_t head, int64_t column) {
    return tensor[static_cast<size_t>(((batch * s.sequence + token) * heads + head) * s.columns +
                                      column)];
}

struct Query {
    int64_t batch, token, head;
};

/// Scaled scores of a query against the keys that it sees.
Values scoresOf(const Layer& layer, const Query& query) {
    const AttentionShape& s = layer.shape;
    const Values q = layer.bench.get(layer.q), k = layer.bench.get(layer.k);
    Values scores;
    for (int64_t key = 0; key <= query.token; ++key) {
        double score = 0.0;
        for (int64_t i = 0; i < s.columns; ++i) {
            score += at(q, s, s.heads, query.batch, query.token, query.head, i) *
                     at(k, s, s.kvHeads, query.batch, key, query.head / (s.heads / s.kvHeads), i);
        }
        scores.push_back(score / std::sqrt(static_cast<double>(s.columns)));
    }
    return scores;
}

void expectCausalSoftmax(Layer& layer, const Query& query) {
    const AttentionShape& s = layer.shape;
    const Values v = layer.bench.get(layer.v), out = layer.bench.get(layer.out);
    const Values scores = scoresOf(layer, query), kept = layer.bench.get(layer.kept);
    double sum = 0.0;
    for (double score : scores) sum += std::exp(score);
    for (int64_t i = 0; i < s.columns; ++i) {
        double expected = 0.0;
        for (size_t key = 0; key < scores.size(); ++key) {
            expected += std::exp(scores[key]) / sum *
                        at(v, s, s.kvHeads, query.batch, static_cast<int64_t>(key),
                           query.head / (s.heads / s.kvHeads), i);
        }
        EXPECT_NEAR(at(out, s, s.heads, query.batch, query.token, query.head, i), expected, 3e-6);
    }
    if (!layer.flash) return;
    const int64_t place = (query.batch * s.heads + query.head) * s.sequence + query.token;
    EXPECT_NEAR(kept[static_cast<size_t>(place)], std::log(sum), 3e-6);
}

TEST(GroupedAttention, IsCausalSoftmaxOverTheGroupsKeys) {
    for (bool flash : {false, true}) {
        Layer layer(kSmall, DType::Fp32, flash);
        layer.forward();
        for (int64_t b = 0; b < kSmall.batch; ++b) {
            for (int64_t t = 0; t < kSmall.sequence; ++t) {
                for (int64_t h = 0; h < kSmall.heads; ++h) expectCausalSoftmax(layer, {b, t, h});
            }
        }
    }
}

TEST(GroupedAttention, HoldsAcrossTilesOfFlash) {
    Layer layer(kLong, DType::Fp32, true);
    layer.forward();
    for (int64_t token : {0, 1, 63, 64, 65, 127, 128, 149}) {
        for (int64_t head = 0; head < kLong.heads; ++head)
            expectCausalSoftmax(layer, {0, token, head});
    }
}

TEST(GroupedAttention, BackwardMatchesFiniteDifferences) {
    for (bool flash : {false, true}) {
        Layer layer(kSmall, DType::Fp32, flash);
        layer.both();
        const Values weights = layer.bench.get(layer.dOut);
        for (auto [input, gradient] : {std::pair{layer.q, layer.dQ}, std::pair{layer.k, layer.dK},
                                       std::pair{layer.v, layer.dV}}) {
            expectGradient(layer.bench, input, layer.out, weights, layer.bench.get(gradient),
                           [&] { layer.forward(); });
        }
    }
}

TEST(FlashAttention, AgreesWithMaterializedWithinRounding) {
    for (auto [dtype, tolerance] : {std::pair{DType::Fp32, 5e-6}, std::pair{DType::Bf16, 0.06},
                                    std::pair{DType::Fp16, 0.008}}) {
        for (const AttentionShape& shape : {kSmall, kLong}) {
            Layer flash(shape, dtype, true), materialized(shape, dtype, false);
            flash.both();
            materialized.both();
            for (auto id : {&Layer::out, &Layer::dQ, &Layer::dK, &Layer::dV}) {
                EXPECT_LT(largestError(flash.bench.get(flash.*id),
                                       materialized.bench.get(materialized.*id)),
                          tolerance)
                    << nameOf(dtype) << " T " << shape.sequence;
            }
        }
    }
}

TEST(FlashAttention, SixteenBitResultsAreNearFp32Ones) {
    for (auto [dtype, tolerance] : {std::pair{DType::Bf16, 0.06}, std::pair{DType::Fp16, 0.008}}) {
        Layer narrow(kLong, dtype, true), wide(kLong, DType::Fp32, true);
        for (auto id : {&Layer::q, &Layer::k, &Layer::v, &Layer::dOut}) {
            wide.bench.set(wide.*id, narrow.bench.get(narrow.*id));
        }
        narrow.both();
        wide.both();
        for (auto id : {&Layer::out, &Layer::dQ, &Layer::dK, &Layer::dV}) {
            EXPECT_LT(largestError(narrow.bench.get(narrow.*id), wide.bench.get(wide.*id)),
                      tolerance);
        }
    }
}

TEST(GroupedAttention, GradientsOfAGroupAreSummedBeforeTheyAreRounded) {
    Layer narrow(kSmall, DType::Bf16, false), wide(kSmall, DType::Fp32, false);
    for (auto id : {&Layer::q, &Layer::k, &Layer::v, &Layer::dOut}) {
        wide.bench.set(wide.*id, narrow.bench.get(narrow.*id));
    }
    narrow.both();
    // The same rounded probabilities, so that dV differs by the one rounding alone.
    wide.forward();
    wide.bench.set(wide.kept, narrow.bench.get(narrow.kept));
    wide.backward();
    const Values exact = wide.bench.get(wide.dV);
    const TensorId rounded = narrow.bench.tensor(exact, DType::Bf16);
    EXPECT_LT(largestError(narrow.bench.get(narrow.dV), narrow.bench.get(rounded)), 1e-6);
}

/// Rows of q, k and v side by side in one tensor.
Values packed(const Layer& layer, TensorId q, TensorId k, TensorId v) {
    const AttentionShape& s = layer.shape;
    Values all;
    for (int64_t row = 0; row < s.batch * s.sequence; ++row) {
        for (auto [id, heads] :
             {std::pair{q, s.heads}, std::pair{k, s.kvHeads}, std::pair{v, s.kvHeads}}) {
            const Values part = layer.bench.get(id);
            const auto first = part.begin() + row * heads * s.columns;
            all.insert(all.end(), first, first + heads * s.columns);
        }
    }
    return all;
}

TEST(FlashAttention, PackedTensorsGiveTheSameBitsAsSeparateOnes) {
    for (DType dtype : {DType::Fp32, DType::Bf16}) {
        Layer layer(kSmall, dtype, true);
        layer.both();
        const Values qkv = packed(layer, layer.q, layer.k, layer.v);
        Workbench& bench = layer.bench;
        const TensorId in = bench.tensor(qkv, dtype);
        const TensorId gradient = bench.output(static_cast<int64_t>(qkv.size()), dtype);
        const TensorId out = bench.tensor(bench.get(layer.out), dtype);
        bench.run(FlashAttentionForward{
            .q = in, .k = in, .v = in, .out = out, .logSumExp = layer.kept, .shape = layer.shape});
        EXPECT_EQ(bench.get(out), bench.get(layer.out));
        bench.run(FlashAttentionBackward{.dOut = layer.dOut,
                                         .q = in,
                                         .k = in,
                                         .v = in,
                                         .out = out,
                                         .logSumExp = layer.kept,
                                         .dQ = gradient,
                                         .dK = gradient,
                                         .dV = gradient,
                                         .shape = layer.shape});
        EXPECT_EQ(bench.get(gradient), packed(layer, layer.dQ, layer.dK, layer.dV));
    }
}

}  // namespace
}  // namespace shardscope::core::test
