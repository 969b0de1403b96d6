#include <cmath>

#include "tests/core/host/ops/bench.h"

namespace shardscope::core::test {
namespace {

constexpr int64_t kRows = 5, kHidden = 37;

/// One layer norm with its gradients; statistics always fp32.
struct Layer {
    Workbench bench;
    TensorId in, gamma, beta, out, mean, rstd, dOut, dIn, dGamma, dBeta;

    explicit Layer(DType dtype, DType gradient = DType::Fp32) {
        in = bench.random(kRows * kHidden, 1, dtype);
        gamma = bench.random(kHidden, 2, dtype);
        beta = bench.random(kHidden, 3, dtype);
        out = bench.output(kRows * kHidden, dtype);
        mean = bench.output(kRows);
        rstd = bench.output(kRows);
        dOut = bench.random(kRows * kHidden, 4, dtype);
        dIn = bench.output(kRows * kHidden, dtype);
        dGamma = bench.output(kHidden, gradient);
        dBeta = bench.output(kHidden, gradient);
    }
    void forward() {
        bench.run(LayerNormForward{.in = in,
                                   .gamma = gamma,
                                   .beta = beta,
                                   .out = out,
                                   .mean = mean,
                                   .rstd = rstd,
                                   .rows = kRows,
                                   .hidden = kHidden});
    }
    void backward(bool addToInput = false, Write write = Write::Overwrite) {
        bench.run(LayerNormBackward{.dOut = dOut,
                                    .in = in,
                                    .gamma = gamma,
                                    .mean = mean,
                                    .rstd = rstd,
                                    .dIn = dIn,
                                    .dGamma = dGamma,
                                    .dBeta = dBeta,
                                    .rows = kRows,
                                    .hidden = kHidden,
                                    .addToInput = addToInput,
                                    .write = write});
    }
};

TEST(HostLayerNorm, NormalisesEachRow) {
    Layer layer(DType::Fp32);
    layer.forward();
    const Values x = layer.bench.get(layer.in), y = layer.bench.get(layer.out);
    const Values gamma = layer.bench.get(layer.gamma), beta = layer.bench.get(layer.beta);
    for (size_t row = 0; row < kRows; ++row) {
        double mean = 0.0, variance = 0.0;
        for (size_t i = 0; i < kHidden; ++i) mean += x[row * kHidden + i] / kHidden;
        for (size_t i = 0; i < kHidden; ++i) {
            variance += std::pow(x[row * kHidden + i] - mean, 2) / kHidden;
        }
        for (size_t i = 0; i < kHidden; ++i) {
            const double expected =
                (x[row * kHidden + i] - mean) / std::sqrt(variance + 1e-5) * gamma[i] + beta[i];
            EXPECT_NEAR(y[row * kHidden + i], expected, 2e-6);
        }
    }
}

TEST(HostLayerNorm, BackwardMatchesFiniteDifferences) {
    Layer layer(DType::Fp32);
    layer.forward();
    layer.backward();
    const Values weights = layer.bench.get(layer.dOut);
    const auto forward = [&] { layer.forward(); };
    for (auto [input, gradient] :
         {std::pair{layer.in, layer.dIn}, std::pair{layer.gamma, layer.dGamma},
          std::pair{layer.beta, layer.dBeta}}) {
        expectGradient(layer.bench, input, layer.out, weights, layer.bench.get(gradient), forward);
    }
}

TEST(HostLayerNorm, AddsToTheResidualGradientAndAccumulates) {
    Layer plain(DType::Fp32), added(DType::Fp32);
    plain.forward();
    plain.backward();
    added.forward();
    const Values residual = randomValues(kRows * kHidden, 9), earlier = randomValues(kHidden, 8);
    added.bench.set(added.dIn, residual);
    added.bench.set(added.dGamma, earlier);
    added.bench.set(added.dBeta, earlier);
    added.backward(true, Write::Accumulate);
    const auto expectSum = [&](TensorId tensor, const Values& base) {
        Values expected = plain.bench.get(tensor);
        for (size_t i = 0; i < expected.size(); ++i) expected[i] += base[i];
        EXPECT_LT(largestError(added.bench.get(tensor), expected), 1e-6);
    };
    expectSum(plain.dIn, residual);
    expectSum(plain.dGamma, earlier);
    expectSum(plain.dBeta, earlier);
}

TEST(HostLayerNorm, SixteenBitInputsGiveFp32ResultsRoundedOnce) {
    for (DType dtype : {DType::Bf16, DType::Fp16}) {
        Layer narrow(dtype), wide(DType::Fp32);
        for (TensorId id : {narrow.in, narrow.gamma, narrow.beta, narrow.dOut}) {
            wide.bench.set(id, narrow.bench.get(id));
        }
        for (Layer* layer : {&narrow, &wide}) {
            layer->forward();
            layer->backward();
        }
        for (TensorId id : {narrow.out, narrow.dIn}) {
            EXPECT_EQ(narrow.bench.get(id),
                      narrow.bench.get(narrow.bench.tensor(wide.bench.get(id), dtype)));
        }
        EXPECT_EQ(narrow.bench.get(narrow.dGamma), wide.bench.get(wide.dGamma));
    }
}

}  // namespace
}  // namespace shardscope::core::test
