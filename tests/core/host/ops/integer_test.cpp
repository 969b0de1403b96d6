#include "core/host/ops/integer.h"

#include <set>

#include "tests/core/host/ops/bench.h"

namespace shardscope::core::test {
namespace {

TEST(ConformanceGradient, IsASmallIntegerThatDependsOnAllItsArguments) {
    std::set<int32_t> seen;
    int byElement = 0, bySample = 0, byParameter = 0;
    for (int64_t i = 0; i < 1000; ++i) {
        const int32_t value = ops::conformanceGradient(ParameterId{1}, i, 5);
        seen.insert(value);
        byElement += value != ops::conformanceGradient(ParameterId{1}, i + 1, 5);
        bySample += value != ops::conformanceGradient(ParameterId{1}, i, 6);
        byParameter += value != ops::conformanceGradient(ParameterId{2}, i, 5);
    }
    EXPECT_EQ(seen, (std::set<int32_t>{0, 1, 2, 3, 4, 5, 6, 7}));
    for (int differences : {byElement, bySample, byParameter}) EXPECT_GT(differences, 800);
}

TEST(HostInteger, BackwardAddsTheGradientOfItsSampleExactly) {
    for (DType dtype : {DType::Fp32, DType::Bf16, DType::Fp16}) {
        Workbench bench;
        bench.problem->workload.gradAccum = 4;
        bench.context.ranks = 2;
        bench.context.rank = Rank{1};
        bench.scalars.step = 3;
        const TensorId gradient = bench.output(1500, dtype);
        Values expected(1500, 0.0);
        for (int m = 0; m < 4; ++m) {
            bench.scalars.microBatch = m;
            bench.run(IntegerBackward{.dWeight = gradient,
                                      .elements = 1500,
                                      .batch = 2,
                                      .parameter = ParameterId{6},
                                      .write = Write::AccumulateAfterFirst});
            const int64_t sample = ((3 * 4 + m) * 2 + 1) * 2;
            for (size_t i = 0; i < expected.size(); ++i) {
                expected[i] +=
                    ops::conformanceGradient(ParameterId{6}, static_cast<int64_t>(i), sample);
            }
        }
        EXPECT_EQ(bench.get(gradient), expected);
    }
}

TEST(HostInteger, ForwardAddsTheMeansOfAllWeights) {
    Workbench bench;
    bench.scalars.microBatch = 1;
    const TensorId losses = bench.tensor({-1.0, 99.0});
    const TensorId a = bench.tensor({1, 2, 3, 6}, DType::Bf16), b = bench.tensor({4, 6});
    bench.run(IntegerForward{.weight = a, .losses = losses, .elements = 4, .first = true});
    EXPECT_EQ(bench.get(losses), (Values{-1.0, 3.0}));
    bench.run(IntegerForward{.weight = b, .losses = losses, .elements = 2, .first = false});
    EXPECT_EQ(bench.get(losses), (Values{-1.0, 8.0}));
}

}  // namespace
}  // namespace shardscope::core::test
