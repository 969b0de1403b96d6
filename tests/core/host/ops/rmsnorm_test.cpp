#include <cmath>

#include "tests/core/host/ops/bench.h"

namespace shardscope::core::test {
namespace {

constexpr int64_t kRows = 5, kHidden = 37;
constexpr double kEpsilon = 1e-2;  // large enough that leaving it out is seen

struct Layer {
    Workbench bench;
    TensorId in, gamma, out, rstd, dOut, dIn, dGamma;

    explicit Layer(DType dtype, DType gradient = DType::Fp32) {
        in = bench.random(kRows * kHidden, 1, dtype);
        gamma = bench.random(kHidden, 2, dtype);
        out = bench.output(kRows * kHidden, dtype);
        rstd = bench.output(kRows);
        dOut = bench.random(kRows * kHidden, 4, dtype);
        dIn = bench.output(kRows * kHidden, dtype);
        dGamma = bench.output(kHidden, gradient);
    }
    void forward() {
        bench.run(RmsNormForward{.in = in,
                                 .gamma = gamma,
                                 .out = out,
                                 .rstd = rstd,
                                 .rows = kRows,
                                 .hidden = kHidden,
                                 .epsilon = kEpsilon});
    }
    void backward(bool addToInput = false, Write write = Write::Overwrite) {
        bench.run(RmsNormBackward{.dOut = dOut,
                                  .in = in,
                                  .gamma = gamma,
                                  .rstd = rstd,
                                  .dIn = dIn,
                                  .dGamma = dGamma,
                                  .rows = kRows,
                                  .hidden = kHidden,
                                  .addToInput = addToInput,
                                  .write = write});
    }
};

TEST(HostRmsNorm, DividesEachRowByItsRootMeanSquare) {
    Layer layer(DType::Fp32);
    layer.forward();
    const Values x = layer.bench.get(layer.in), y = layer.bench.get(layer.out);
    const Values gamma = layer.bench.get(layer.gamma);
    for (size_t row = 0; row < kRows; ++row) {
        double square = 0.0;
        for (size_t i = 0; i < kHidden; ++i) square += std::pow(x[row * kHidden + i], 2) / kHidden;
        for (size_t i = 0; i < kHidden; ++i) {
            const double expected = x[row * kHidden + i] / std::sqrt(square + kEpsilon) * gamma[i];
            EXPECT_NEAR(y[row * kHidden + i], expected, 2e-6);
        }
    }
}

TEST(HostRmsNorm, BackwardMatchesFiniteDifferences) {
    Layer layer(DType::Fp32);
    layer.forward();
    layer.backward();
    const Values weights = layer.bench.get(layer.dOut);
    for (auto [input, gradient] :
         {std::pair{layer.in, layer.dIn}, std::pair{layer.gamma, layer.dGamma}}) {
        expectGradient(layer.bench, input, layer.out, weights, layer.bench.get(gradient),
                       [&] { layer.forward(); });
    }
}

TEST(HostRmsNorm, AddsToTheResidualGradientAndAccumulates) {
    Layer plain(DType::Fp32), added(DType::Fp32);
    plain.forward();
    plain.backward();
    added.forward();
    const Values residual = randomValues(kRows * kHidden, 9), earlier = randomValues(kHidden, 8);
    added.bench.set(added.dIn, residual);
    added.bench.set(added.dGamma, earlier);
    added.backward(true, Write::Accumulate);
    const auto expectSum = [&](TensorId tensor, const Values& base) {
        Values expected = plain.bench.get(tensor);
        for (size_t i = 0; i < expected.size(); ++i) expected[i] += base[i];
        EXPECT_LT(largestError(added.bench.get(tensor), expected), 1e-6);
    };
    expectSum(plain.dIn, residual);
    expectSum(plain.dGamma, earlier);
}

TEST(HostRmsNorm, SixteenBitInputsGiveFp32ResultsRoundedOnce) {
    for (DType dtype : {DType::Bf16, DType::Fp16}) {
        Layer narrow(dtype), wide(DType::Fp32);
        for (TensorId id : {narrow.in, narrow.gamma, narrow.dOut}) {
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
