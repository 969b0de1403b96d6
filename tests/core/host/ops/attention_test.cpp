#include <cmath>

#include "tests/core/host/ops/bench.h"

namespace shardscope::core::test {
namespace {

constexpr int64_t kBatch = 2, kTokens = 7, kHidden = 12, kHeads = 3;
constexpr int64_t kRows = kBatch * kTokens, kColumns = kHidden / kHeads;
constexpr int64_t kSquares = kBatch * kHeads * kTokens * kTokens;

struct Layer {
    Workbench bench;
    TensorId qkv, probabilities, out, dOut, dScores, dQkv;

    explicit Layer(DType dtype) {
        qkv = bench.random(kRows * 3 * kHidden, 1, dtype);
        probabilities = bench.output(kSquares, dtype);
        out = bench.output(kRows * kHidden, dtype);
        dOut = bench.random(kRows * kHidden, 2, dtype);
        dScores = bench.output(kSquares, dtype);
        dQkv = bench.output(kRows * 3 * kHidden, dtype);
    }
    void forward() {
        bench.run(AttentionForward{.qkv = qkv,
                                   .probabilities = probabilities,
                                   .out = out,
                                   .batch = kBatch,
                                   .sequence = kTokens,
                                   .hidden = kHidden,
                                   .heads = kHeads});
    }
    void backward() {
        bench.run(AttentionBackward{.dOut = dOut,
                                    .qkv = qkv,
                                    .probabilities = probabilities,
                                    .dScores = dScores,
                                    .dQkv = dQkv,
                                    .batch = kBatch,
                                    .sequence = kTokens,
                                    .hidden = kHidden,
                                    .heads = kHeads});
    }
};

/// Element of q (part 0), k (1) or v (2) of one token, head and column.
double at(const Values& qkv, int64_t row, int64_t part, int64_t head, int64_t column) {
    return qkv[static_cast<size_t>(row * 3 * kHidden + part * kHidden + head * kColumns + column)];
}

/// Probabilities of one query over its visible keys, in double.
Values softmaxOf(const Values& qkv, int64_t batch, int64_t head, int64_t query) {
    Values weights;
    double sum = 0.0;
    for (int64_t key = 0; key <= query; ++key) {
        double score = 0.0;
        for (int64_t i = 0; i < kColumns; ++i) {
            score += at(qkv, batch * kTokens + query, 0, head, i) *
                     at(qkv, batch * kTokens + key, 1, head, i);
        }
        weights.push_back(std::exp(score / std::sqrt(double{kColumns})));
        sum += weights.back();
    }
    for (double& weight : weights) weight /= sum;
    return weights;
}

TEST(HostAttention, IsCausalSoftmaxOverEachHead) {
    Layer layer(DType::Fp32);
    layer.forward();
    const Values qkv = layer.bench.get(layer.qkv), out = layer.bench.get(layer.out);
    const Values probabilities = layer.bench.get(layer.probabilities);
    for (int64_t b = 0; b < kBatch; ++b) {
        for (int64_t h = 0; h < kHeads; ++h) {
            for (int64_t t = 0; t < kTokens; ++t) {
                const Values expected = softmaxOf(qkv, b, h, t);
                for (int64_t key = 0; key < kTokens; ++key) {
                    const double p = key <= t ? expected[static_cast<size_t>(key)] : 0.0;
                    const int64_t place = ((b * kHeads + h) * kTokens + t) * kTokens + key;
                    EXPECT_NEAR(probabilities[static_cast<size_t>(place)], p, 1e-6);
                }
                for (int64_t i = 0; i < kColumns; ++i) {
                    double sum = 0.0;
                    for (int64_t key = 0; key <= t; ++key) {
                        sum += expected[static_cast<size_t>(key)] *
                               at(qkv, b * kTokens + key, 2, h, i);
                    }
                    const int64_t place = (b * kTokens + t) * kHidden + h * kColumns + i;
                    EXPECT_NEAR(out[static_cast<size_t>(place)], sum, 2e-6);
                }
            }
        }
    }
}

TEST(HostAttention, BackwardMatchesFiniteDifferences) {
    Layer layer(DType::Fp32);
    layer.forward();
    layer.backward();
    expectGradient(layer.bench, layer.qkv, layer.out, layer.bench.get(layer.dOut),
                   layer.bench.get(layer.dQkv), [&] { layer.forward(); });
}

TEST(HostAttention, SixteenBitResultsAreNearFp32Ones) {
    for (auto [dtype, tolerance] : {std::pair{DType::Bf16, 0.03}, std::pair{DType::Fp16, 0.004}}) {
        Layer narrow(dtype), wide(DType::Fp32);
        wide.bench.set(wide.qkv, narrow.bench.get(narrow.qkv));
        wide.bench.set(wide.dOut, narrow.bench.get(narrow.dOut));
        for (Layer* layer : {&narrow, &wide}) {
            layer->forward();
            layer->backward();
        }
        EXPECT_EQ(narrow.bench.get(narrow.probabilities),
                  narrow.bench.get(narrow.bench.tensor(wide.bench.get(wide.probabilities), dtype)));
        for (TensorId id : {narrow.out, narrow.dQkv}) {
            EXPECT_LT(largestError(narrow.bench.get(id), wide.bench.get(id)), tolerance);
        }
    }
}

}  // namespace
}  // namespace shardscope::core::test
