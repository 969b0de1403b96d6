#include <cmath>

#include "tests/core/host/ops/bench.h"

namespace shardscope::core::test {
namespace {

constexpr int64_t kElements = 1500;  // more than one chunk, and an end

struct Layer {
    Workbench bench;
    TensorId gate, up, out, dOut, dGate, dUp;
    int64_t elements;

    explicit Layer(DType dtype, int64_t count) : elements(count) {
        gate = bench.tensor(randomValues(count, 1, 3.0), dtype);
        up = bench.random(count, 2, dtype);
        out = bench.output(count, dtype);
        dOut = bench.random(count, 3, dtype);
        dGate = bench.output(count, dtype);
        dUp = bench.output(count, dtype);
    }
    void forward() {
        bench.run(SwiGluForward{.gate = gate, .up = up, .out = out, .elements = elements});
    }
    void backward() {
        bench.run(SwiGluBackward{.dOut = dOut,
                                 .gate = gate,
                                 .up = up,
                                 .dGate = dGate,
                                 .dUp = dUp,
                                 .elements = elements});
    }
};

TEST(HostSwiGlu, IsSiluOfGateTimesUp) {
    Layer layer(DType::Fp32, kElements);
    layer.forward();
    const Values gate = layer.bench.get(layer.gate), up = layer.bench.get(layer.up);
    const Values out = layer.bench.get(layer.out);
    for (size_t i = 0; i < out.size(); ++i) {
        EXPECT_NEAR(out[i], gate[i] / (1.0 + std::exp(-gate[i])) * up[i],
                    1e-6 * (1.0 + std::abs(out[i])));
    }
}

TEST(HostSwiGlu, BackwardMatchesFiniteDifferences) {
    Layer layer(DType::Fp32, 60);
    layer.forward();
    layer.backward();
    for (auto [input, gradient] :
         {std::pair{layer.gate, layer.dGate}, std::pair{layer.up, layer.dUp}}) {
        expectGradient(layer.bench, input, layer.out, layer.bench.get(layer.dOut),
                       layer.bench.get(gradient), [&] { layer.forward(); });
    }
}

TEST(HostSwiGlu, FarEndsAreExact) {
    Layer layer(DType::Fp32, 4);
    layer.bench.set(layer.gate, {-200.0, -60.0, 60.0, 200.0});
    layer.bench.set(layer.up, {1.0, 1.0, 1.0, 1.0});
    layer.bench.set(layer.dOut, {1.0, 1.0, 1.0, 1.0});
    layer.forward();
    layer.backward();
    EXPECT_LT(largestError(layer.bench.get(layer.out), {0.0, 0.0, 60.0, 200.0}), 1e-7);
    EXPECT_LT(largestError(layer.bench.get(layer.dGate), {0.0, 0.0, 1.0, 1.0}), 1e-7);
}

TEST(HostSwiGlu, SixteenBitInputsGiveFp32ResultsRoundedOnce) {
    for (DType dtype : {DType::Bf16, DType::Fp16}) {
        Layer narrow(dtype, kElements), wide(DType::Fp32, kElements);
        for (TensorId id : {narrow.gate, narrow.up, narrow.dOut}) {
            wide.bench.set(id, narrow.bench.get(id));
        }
        for (Layer* layer : {&narrow, &wide}) {
            layer->forward();
            layer->backward();
        }
        for (TensorId id : {narrow.out, narrow.dGate, narrow.dUp}) {
            EXPECT_EQ(narrow.bench.get(id),
                      narrow.bench.get(narrow.bench.tensor(wide.bench.get(id), dtype)));
        }
    }
}

}  // namespace
}  // namespace shardscope::core::test
