#include "core/model/rope.h"

#include <cmath>
#include <complex>

#include "tests/core/host/ops/bench.h"

namespace shardscope::core::test {
namespace {

constexpr int64_t kSequence = 6, kRows = 2 * kSequence, kHeads = 3, kColumns = 8;
constexpr int64_t kElements = kRows * kHeads * kColumns;
constexpr double kTheta = 100.0;

Rope ropeOf(TensorId in, TensorId out, bool inverse = false) {
    return {.in = in,
            .out = out,
            .rows = kRows,
            .sequence = kSequence,
            .heads = kHeads,
            .columns = kColumns,
            .theta = kTheta,
            .scaling = {},
            .inverse = inverse};
}

TEST(HostRope, TurnsEachPairByPositionTimesFrequency) {
    Workbench bench;
    const TensorId in = bench.random(kElements, 1), out = bench.output(kElements);
    bench.run(ropeOf(in, out));
    const Values x = bench.get(in), y = bench.get(out);
    for (int64_t row = 0; row < kRows; ++row) {
        for (int64_t head = 0; head < kHeads; ++head) {
            for (int64_t i = 0; i < kColumns / 2; ++i) {
                const auto first = static_cast<size_t>((row * kHeads + head) * kColumns + i);
                const size_t second = first + kColumns / 2;
                const double angle = static_cast<double>(row % kSequence) *
                                     std::pow(kTheta, -2.0 * static_cast<double>(i) / kColumns);
                const auto turned = std::complex(x[first], x[second]) * std::polar(1.0, angle);
                EXPECT_NEAR(y[first], turned.real(), 1e-6);
                EXPECT_NEAR(y[second], turned.imag(), 1e-6);
            }
        }
    }
}

TEST(HostRope, InverseInPlaceGivesBackWhatWasTurned) {
    Workbench bench;
    const TensorId tensor = bench.random(kElements, 1);
    const Values original = bench.get(tensor);
    bench.run(ropeOf(tensor, tensor));
    EXPECT_GT(largestError(bench.get(tensor), original), 0.1);
    bench.run(ropeOf(tensor, tensor, true));
    EXPECT_LT(largestError(bench.get(tensor), original), 1e-6);
}

TEST(HostRope, InverseIsTheBackward) {
    Workbench bench;
    const TensorId in = bench.random(kElements, 1), out = bench.output(kElements);
    const TensorId dOut = bench.random(kElements, 2), dIn = bench.output(kElements);
    bench.run(ropeOf(in, out));
    bench.run(ropeOf(dOut, dIn, true));
    expectGradient(bench, in, out, bench.get(dOut), bench.get(dIn),
                   [&] { bench.run(ropeOf(in, out)); });
}

TEST(HostRope, SixteenBitResultsAreFp32OnesRoundedOnce) {
    for (DType dtype : {DType::Bf16, DType::Fp16}) {
        Workbench bench;
        const TensorId narrow = bench.random(kElements, 1, dtype);
        const TensorId wide = bench.tensor(bench.get(narrow));
        bench.run(ropeOf(narrow, narrow));
        bench.run(ropeOf(wide, wide));
        EXPECT_EQ(bench.get(narrow), bench.get(bench.tensor(bench.get(wide), dtype)));
    }
}

/// Llama 3.1's values: head of 128 columns, base 500,000, factor 8, low 1, high 4, 8,192 tokens.
TEST(RopeScaling, StretchesLongWavesLeavesShortOnesAndBlendsBetween) {
    const RopeScaling scaling{.factor = 8.0};
    const auto plain = inverseFrequencies(128, 500000.0, {});
    const auto scaled = inverseFrequencies(128, 500000.0, scaling);
    ASSERT_EQ(plain.size(), 64U);
    EXPECT_EQ(plain[0], 1.0);
    EXPECT_NEAR(plain[63], std::pow(500000.0, -126.0 / 128.0), 1e-18);
    int kept = 0, blended = 0;
    for (size_t i = 0; i < plain.size(); ++i) {
        const double wavelength = 2.0 * M_PI / plain[i];
        if (wavelength < 8192.0 / 4.0) {
            EXPECT_DOUBLE_EQ(scaled[i], plain[i]);
            ++kept;
        } else if (wavelength > 8192.0) {
            EXPECT_DOUBLE_EQ(scaled[i], plain[i] / 8.0);
        } else {
            EXPECT_GT(scaled[i], plain[i] / 8.0);
            EXPECT_LT(scaled[i], plain[i]);
            ++blended;
        }
    }
    EXPECT_EQ(kept, 29);
    EXPECT_EQ(blended, 6);
}

TEST(RopeScaling, LinearStretchesEveryWaveAlike) {
    const auto plain = inverseFrequencies(64, 10000.0, {});
    const auto scaled =
        inverseFrequencies(64, 10000.0, {.factor = 4.0, .stretch = RopeStretch::Linear});
    for (size_t i = 0; i < plain.size(); ++i) EXPECT_DOUBLE_EQ(scaled[i], plain[i] / 4.0);
}

/// Qwen2.5's values: 128 columns, base 1e6, factor 4, 32,768 tokens. Worked out by hand from arXiv
/// 2309.00071, section 3.3: pairs 23 and 40 turn 32 times and once.
TEST(RopeScaling, YarnBlendsBetweenPairsOfColumns) {
    const RopeScaling yarn{.factor = 4.0, .originalLength = 32768, .stretch = RopeStretch::Yarn};
    const auto plain = inverseFrequencies(128, 1e6, {});
    const auto scaled = inverseFrequencies(128, 1e6, yarn);
    for (size_t i = 0; i <= 23; ++i) EXPECT_DOUBLE_EQ(scaled[i], plain[i]);
    EXPECT_NEAR(scaled[30] / plain[30], 1.0 - 0.75 * 7.0 / 17.0, 1e-12);
    for (size_t i = 40; i < 64; ++i) EXPECT_DOUBLE_EQ(scaled[i], plain[i] / 4.0);
}

TEST(HostRope, AttentionFactorScalesBothDirections) {
    Workbench bench;
    const TensorId in = bench.random(kElements, 1);
    const TensorId plain = bench.output(kElements), scaled = bench.output(kElements);
    for (const bool inverse : {false, true}) {
        Rope rope = ropeOf(in, plain, inverse);
        bench.run(rope);
        rope.out = scaled;
        rope.scaling.attentionFactor = 1.25;
        bench.run(rope);
        for (size_t i = 0; i < static_cast<size_t>(kElements); ++i) {
            EXPECT_NEAR(bench.get(scaled)[i], 1.25F * bench.get(plain)[i], 1e-5F);
        }
    }
}

}  // namespace
}  // namespace shardscope::core::test
