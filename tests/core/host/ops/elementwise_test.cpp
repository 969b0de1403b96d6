#include <cmath>

#include "tests/core/host/ops/bench.h"

namespace shardscope::core::test {
namespace {

constexpr DType kTypes[] = {DType::Fp32, DType::Bf16, DType::Fp16};

TEST(HostResidualAdd, RoundsTheSumOnceInAnyMixtureOfTypes) {
    for (DType a : kTypes) {
        for (DType out : kTypes) {
            Workbench bench;
            const TensorId left = bench.random(1500, 1, a), right = bench.random(1500, 2);
            const TensorId sum = bench.output(1500, out);
            bench.run(ResidualAdd{.a = left, .b = right, .out = sum, .elements = 1500});
            Values expected = bench.get(left);
            const Values added = bench.get(right);
            for (size_t i = 0; i < expected.size(); ++i) {
                expected[i] = static_cast<float>(expected[i]) + static_cast<float>(added[i]);
            }
            EXPECT_EQ(bench.get(sum), bench.get(bench.tensor(expected, out)));
        }
    }
}

TEST(HostAddInto, AddsInFp32AndRoundsOnce) {
    Workbench bench;
    const TensorId sum = bench.tensor({256.0, 1.0}, DType::Bf16);
    const TensorId incoming = bench.tensor({1.0, 0.0078125}, DType::Bf16);
    bench.run(AddInto{.incoming = incoming, .sum = sum, .elements = 2});
    EXPECT_EQ(bench.get(sum), (Values{256.0, 1.0078125}));  // 257 ties to even
}

TEST(HostFillZero, ZeroesExactlyItsElements) {
    Workbench bench;
    const TensorId tensor = bench.tensor({1.0, 2.0, 3.0}, DType::Bf16);
    bench.run(FillZero{.tensor = tensor, .elements = 2});
    EXPECT_EQ(bench.get(tensor), (Values{0.0, 0.0, 3.0}));
}

TEST(HostPoison, MakesEveryElementNotANumber) {
    for (DType dtype : kTypes) {
        Workbench bench;
        const TensorId tensor = bench.tensor(Values(100, 1.0), dtype);
        bench.run(Poison{.tensor = tensor, .elements = 100});
        for (double value : bench.get(tensor)) EXPECT_TRUE(std::isnan(value));
    }
}

}  // namespace
}  // namespace shardscope::core::test
