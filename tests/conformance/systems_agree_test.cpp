// Strategies of other systems have the bits of the zero-* strategy with the same sums.

#include <gtest/gtest.h>

#include "tests/conformance/systems.h"

namespace shardscope::conformance {
namespace {

using namespace core;

void expectSameBits(Setting system, Setting zero, bool sameNorm) {
    system.axes = asWorkload;
    const Outcome a = run(system), b = run(zero);
    ASSERT_TRUE(a.result) << nameOf(system) << ": " << toString(a.result.error());
    ASSERT_TRUE(b.result) << nameOf(zero) << ": " << toString(b.result.error());
    EXPECT_EQ(a.losses(), b.losses()) << nameOf(system);
    EXPECT_EQ(a.weightHashes(), b.weightHashes()) << nameOf(system);
    EXPECT_TRUE(a.ranksAgree) << nameOf(system);
    for (size_t s = 0; s < a.steps.size(); ++s) {
        EXPECT_EQ(a.steps[s][0].skipped, b.steps[s][0].skipped) << nameOf(system);
        if (a.steps[s][0].skipped) continue;  // the norm is no number
        const double norm = b.steps[s][0].gradientNorm;
        for (const StepResult& r : a.steps[s]) {
            EXPECT_EQ(r.gradientNorm, a.steps[s][0].gradientNorm) << nameOf(system);
        }
        EXPECT_NEAR(a.steps[s][0].gradientNorm, norm, sameNorm ? 0.0 : 1e-5 * norm)
            << nameOf(system);
    }
}

TEST(SystemsAgreeR34, WithTheZeroStageThatHasTheSameSumsToTheLastBit) {
    for (const Pair& pair : kPairs) {
        for (DType dtype : {DType::Fp32, DType::Bf16}) {
            for (int ranks : {1, 2, 3, 4, 8}) {
                Setting system{.preset = pair.system,
                               .ranks = ranks,
                               .steps = 2,
                               .dtype = dtype,
                               .clip = pair.clip};
                Setting zero = system;
                zero.preset = pair.zero;
                expectSameBits(system, zero, pair.clip > 0.0);
            }
        }
    }
}

TEST(SystemsAgree, WithAccumulationToo) {
    for (const Pair& pair : kPairs) {
        if (pair.system == std::string("megatron")) continue;  // below: it adds rounded gradients
        for (int ranks : {1, 3}) {
            Setting system{.preset = pair.system,
                           .ranks = ranks,
                           .gradAccum = 4,
                           .steps = 2,
                           .dtype = DType::Bf16,
                           .overlap = ranks == 1,
                           .clip = pair.clip};
            Setting zero = system;
            zero.preset = pair.zero;
            expectSameBits(system, zero, pair.clip > 0.0);
        }
    }
}

TEST(SystemsAgree, IntegerGradientsAreExactEverywhere) {
    for (std::string_view preset : presetNames()) {
        for (int g : {1, 4}) {
            Setting system{.model = "conformance",
                           .preset = std::string(preset),
                           .ranks = 4,
                           .gradAccum = g,
                           .dtype = DType::Bf16,
                           .hidden = 1000,
                           .clip = 0.0};
            Setting zero = system;
            zero.preset = "zero-0";
            expectSameBits(system, zero, false);
        }
    }
}

TEST(SystemsAgree, InHalfPrecisionAfterTheScaleHasFallen) {
    for (const Pair& pair : kPairs) {
        Setting system{.preset = pair.system, .ranks = 3, .steps = 6, .dtype = DType::Fp16};
        system.clip = pair.clip;
        system.scaling = {.initial = 0x1p20, .window = 3, .hysteresis = 1, .minimum = 1.0};
        Setting zero = system;
        zero.preset = pair.zero;
        expectSameBits(system, zero, false);
    }
}

TEST(SystemsAgree, ReduceToOwnerGivesTheSumsOfReduceScatter) {
    for (ShardLayout layout : {ShardLayout::Contiguous, ShardLayout::WholeParameter}) {
        Setting zero{.preset = "zero-2", .ranks = 3, .gradAccum = 2, .dtype = DType::Bf16};
        zero.clip = 0.0;
        Setting owner = zero;
        owner.axes = [layout](Strategy& s) {
            s.layout = layout;
            s.collective = GradientCollective::ReduceToOwner;
            if (layout == ShardLayout::WholeParameter) s.weightReturn = WeightReturn::Broadcast;
        };
        const Outcome a = run(zero), b = run(owner);
        ASSERT_TRUE(a.result && b.result);
        EXPECT_EQ(a.weightHashes(), b.weightHashes()) << core::nameOf(layout);
    }
}

}  // namespace
}  // namespace shardscope::conformance
