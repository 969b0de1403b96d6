#include <cmath>
#include <cstring>
#include <limits>

#include "tests/core/host/ops/bench.h"

namespace shardscope::core::test {
namespace {

/// Halfway cases, their neighbours, subnormals, both ends of the range, and random magnitudes.
Values interestingValues() {
    Values values{0.0,      -0.0,   1.0,        1.0 / 3.0,  65504.0,    65519.9,    65520.0,
                  -65536.0, 1e-8,   2e-8,       6e-8,       -9e-8,      3.05e-5,    6.1e-5,
                  1e38,     -3e38,  1e-38,      1e-40,      256.5,      257.5,      2049.0,
                  2051.0,   4098.0, 1.00390625, 1.01171875, 0x1.01p-14, 0x1.0003p0, 3.4e38};
    for (double exponent : randomValues(5000, 3, 15.0)) values.push_back(std::exp2(exponent));
    for (double& value : values) value = static_cast<float>(value);
    return values;
}

TEST(HostCast, RoundsToNearestEvenInBothSixteenBitTypes) {
    for (DType dtype : {DType::Bf16, DType::Fp16}) {
        Workbench bench;
        const Values values = interestingValues();
        const auto count = static_cast<int64_t>(values.size());
        const TensorId in = bench.tensor(values);
        const TensorId out = bench.output(count, dtype);
        bench.run(Cast{.in = in, .out = out, .elements = count});
        const TensorId expected = bench.tensor(values, dtype);
        EXPECT_EQ(bench.bits16(out), bench.bits16(expected)) << nameOf(dtype);
    }
}

TEST(HostCast, EverySixteenBitPatternSurvivesTheRoundTrip) {
    for (DType dtype : {DType::Bf16, DType::Fp16}) {
        Workbench bench;
        const TensorId in = bench.output(65536, dtype);
        auto* words = static_cast<uint16_t*>(bench.address(in));
        for (uint32_t i = 0; i < 65536; ++i) words[i] = static_cast<uint16_t>(i);
        const TensorId wide = bench.output(65536), back = bench.output(65536, dtype);
        bench.run(Cast{.in = in, .out = wide, .elements = 65536});
        bench.run(Cast{.in = wide, .out = back, .elements = 65536});
        const Values meaning = bench.get(in), floats = bench.get(wide), again = bench.get(back);
        for (size_t i = 0; i < 65536; ++i) {
            if (std::isnan(meaning[i])) {
                EXPECT_TRUE(std::isnan(floats[i]) && std::isnan(again[i])) << i;
            } else {
                EXPECT_EQ(floats[i], meaning[i]) << i;
                EXPECT_EQ(static_cast<uint16_t*>(bench.address(back))[i], words[i]) << i;
            }
            if (::testing::Test::HasFailure()) return;
        }
    }
}

TEST(HostCast, ConvertsBetweenTheSixteenBitTypes) {
    Workbench bench;
    const TensorId in = bench.tensor({1.0, 3.0e38, -0.5}, DType::Bf16);
    const TensorId out = bench.output(3, DType::Fp16);
    bench.run(Cast{.in = in, .out = out, .elements = 3});
    EXPECT_EQ(bench.get(out), (Values{1.0, INFINITY, -0.5}));
}

}  // namespace
}  // namespace shardscope::core::test
