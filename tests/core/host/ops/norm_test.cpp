#include <cmath>

#include "tests/core/host/ops/bench.h"

namespace shardscope::core::test {
namespace {

double squaredNorm(Workbench& bench, TensorId tensor, int64_t elements) {
    const TensorId partials = bench.tensor({-1.0, -1.0, -1.0});
    bench.run(SquaredNorm{.tensor = tensor, .partials = partials, .elements = elements, .slot = 1});
    const Values values = bench.get(partials);
    EXPECT_EQ(values[0], -1.0);
    EXPECT_EQ(values[2], -1.0);
    return values[1];
}

TEST(HostSquaredNorm, SumsSquaresOfAnyType) {
    for (DType dtype : {DType::Fp32, DType::Bf16, DType::Fp16}) {
        Workbench bench;
        const TensorId tensor = bench.random(128 * 77, 1, dtype);
        double expected = 0.0;
        for (double value : bench.get(tensor)) expected += value * value;
        EXPECT_NEAR(squaredNorm(bench, tensor, 128 * 77), expected, 1e-5 * expected);
    }
}

TEST(HostSquaredNorm, IsNotFiniteWhenAnElementIsNot) {
    for (double bad : {double{INFINITY}, double{NAN}}) {
        Workbench bench;
        Values values(256, 1.0);
        values[200] = bad;
        EXPECT_FALSE(std::isfinite(squaredNorm(bench, bench.tensor(values), 256)));
    }
}

/// {norm, factor, overflow} of rank sums.
Values clip(const Values& rankSums, double limit, double lossScale) {
    Workbench bench;
    bench.scalars.lossScale = lossScale;
    const TensorId sums = bench.tensor(rankSums), scalars = bench.output(3);
    bench.run(ClipFactor{.rankSums = sums,
                         .scalars = scalars,
                         .rankSlots = static_cast<int64_t>(rankSums.size()),
                         .clip = limit});
    return bench.get(scalars);
}

TEST(HostClipFactor, ScalesDownToTheLimitAndUnscales) {
    const Values scalars = clip({9.0 * 64.0, 16.0 * 64.0}, 1.0, 8.0);
    EXPECT_FLOAT_EQ(static_cast<float>(scalars[0]), 5.0f);
    EXPECT_NEAR(scalars[1], 1.0 / 5.0 / 8.0, 1e-8);
    EXPECT_EQ(scalars[2], 0.0);
}

TEST(HostClipFactor, LeavesSmallNormsAndNoLimitAlone) {
    EXPECT_EQ(clip({0.25}, 1.0, 4.0)[1], 0.25);
    EXPECT_EQ(clip({100.0}, 0.0, 1.0)[1], 1.0);
    EXPECT_EQ(clip({0.0}, 1.0, 1.0)[1], 1.0);
}

TEST(HostClipFactor, FlagsOverflow) {
    EXPECT_EQ(clip({1.0, INFINITY}, 1.0, 1.0)[2], 1.0);
    EXPECT_EQ(clip({NAN}, 0.0, 1.0)[2], 1.0);
}

TEST(HostSumPartials, SumsBucketsOfEachRank) {
    Workbench bench;
    const TensorId partials = bench.tensor({1, 2, 3, 10, 20, 30}), sums = bench.tensor({0, 0, 7});
    bench.run(SumPartials{.partials = partials, .rankSums = sums, .buckets = 3, .rankSlots = 2});
    EXPECT_EQ(bench.get(sums), (Values{6.0, 60.0, 7.0}));
}

}  // namespace
}  // namespace shardscope::core::test
