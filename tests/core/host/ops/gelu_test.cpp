#include <cmath>
#include <numbers>

#include "tests/core/host/ops/bench.h"

namespace shardscope::core::test {
namespace {

double gelu(double x) {
    const double u = std::sqrt(2.0 / std::numbers::pi) * (x + 0.044715 * x * x * x);
    return x / (1.0 + std::exp(-2.0 * u));
}

Values line(double from, double to, int count) {
    Values values;
    for (int i = 0; i < count; ++i) values.push_back(from + (to - from) * i / (count - 1));
    return values;
}

TEST(HostGelu, IsTheTanhFormToSevenDigits) {
    Workbench bench;
    const TensorId in = bench.tensor(line(-6.0, 8.0, 4001)), out = bench.output(4001);
    bench.run(GeluForward{.in = in, .out = out, .elements = 4001});
    const Values x = bench.get(in), y = bench.get(out);
    for (size_t i = 0; i < x.size(); ++i) {
        // e^(-2u) carries the rounding of u, which grows with |u| for negative x.
        EXPECT_NEAR(y[i], gelu(x[i]), 4e-6 * std::abs(gelu(x[i]))) << x[i];
    }
}

TEST(HostGelu, SaturatesWithoutOverflow) {
    Workbench bench;
    const TensorId in = bench.tensor({-1000.0, -30.0, 0.0, 30.0, 1000.0}), out = bench.output(5);
    bench.run(GeluForward{.in = in, .out = out, .elements = 5});
    const Values y = bench.get(out);
    EXPECT_NEAR(y[0], 0.0, 1e-30);
    EXPECT_NEAR(y[1], 0.0, 1e-30);
    EXPECT_EQ(y[2], 0.0);
    EXPECT_EQ(y[3], 30.0);
    EXPECT_EQ(y[4], 1000.0);
}

TEST(HostGelu, BackwardIsTheSlope) {
    Workbench bench;
    const Values x = line(-5.0, 5.0, 2001);
    const TensorId in = bench.tensor(x), dOut = bench.tensor(Values(2001, 1.0));
    const TensorId dIn = bench.output(2001);
    bench.run(GeluBackward{.dOut = dOut, .in = in, .dIn = dIn, .elements = 2001});
    const Values slope = bench.get(dIn);
    for (size_t i = 0; i < x.size(); ++i) {
        const double numeric = (gelu(x[i] + 1e-5) - gelu(x[i] - 1e-5)) / 2e-5;
        EXPECT_NEAR(slope[i], numeric, 1e-6) << x[i];
    }
}

TEST(HostGelu, PropagatesNotANumber) {
    Workbench bench;
    const TensorId in = bench.tensor({NAN}), out = bench.output(1);
    bench.set(out, {0.0});
    bench.run(GeluForward{.in = in, .out = out, .elements = 1});
    EXPECT_TRUE(std::isnan(bench.get(out)[0]));
}

}  // namespace
}  // namespace shardscope::core::test
