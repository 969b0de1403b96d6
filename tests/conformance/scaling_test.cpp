// fp16: overflow, skipped steps, the dynamic scale. Facts R28-R30.

#include <gtest/gtest.h>

#include "core/engine/loss_scaler.h"
#include "tests/conformance/harness.h"

namespace shardscope::conformance {
namespace {

using namespace core;

Setting half(const char* preset) {
    return {.preset = preset, .ranks = 3, .steps = 6, .dtype = DType::Fp16};
}

TEST(OverflowR28, AllRanksSkipTogetherAndNothingChanges) {
    for (const char* preset : {"zero-0", "zero-1", "zero-2", "zero-3"}) {
        Setting setting = half(preset);
        setting.scaling = {.initial = 0x1p40, .window = 1000, .hysteresis = 1, .minimum = 1.0};
        setting.steps = 3;
        const Outcome outcome = run(setting);
        ASSERT_TRUE(outcome.result) << toString(outcome.result.error());
        for (const auto& ranks : outcome.steps) {
            for (const StepResult& r : ranks) EXPECT_TRUE(r.skipped) << preset;
        }
        EXPECT_EQ(outcome.weightHashes()[0], outcome.weightHashes()[2]) << preset;
        // Same samples, same weights: a step that was skipped leaves the next one what it was.
        EXPECT_EQ(outcome.steps[1][0].lossScale, 0x1p39);
        EXPECT_EQ(outcome.steps[2][0].lossScale, 0x1p38);
    }
}

TEST(OverflowR28, AfterTheScaleHasFallenStagesAgreeToTheBit) {
    std::vector<uint64_t> first;
    for (const char* preset : {"zero-0", "zero-1", "zero-2", "zero-3"}) {
        Setting setting = half(preset);
        setting.scaling = {.initial = 0x1p20, .window = 3, .hysteresis = 1, .minimum = 1.0};
        setting.steps = 12;
        const Outcome outcome = run(setting);
        ASSERT_TRUE(outcome.result) << toString(outcome.result.error());
        EXPECT_FALSE(outcome.steps.back()[0].skipped);
        EXPECT_TRUE(outcome.ranksAgree);
        if (first.empty()) first = outcome.weightHashes();
        EXPECT_EQ(outcome.weightHashes(), first) << preset;
    }
}

TEST(LossScaleR29, AGrowthStepDoesNotChangeTheUpdate) {
    Setting grows = half("zero-2");
    grows.clip = 0.0;
    grows.scaling = {.initial = 64.0, .window = 2, .hysteresis = 2, .minimum = 1.0};
    Setting constant = grows;
    constant.scaling.window = 1000;
    const Outcome a = run(grows), b = run(constant);
    ASSERT_TRUE(a.result && b.result);
    EXPECT_EQ(a.steps.back()[0].lossScale, 256.0);
    EXPECT_EQ(b.steps.back()[0].lossScale, 64.0);
    for (size_t s = 0; s < a.steps.size(); ++s) {
        EXPECT_NEAR(a.steps[s][0].gradientNorm, b.steps[s][0].gradientNorm,
                    2e-3 * b.steps[s][0].gradientNorm);
        EXPECT_NEAR(a.losses()[s], b.losses()[s], 2e-3);
    }
}

TEST(LossScaleR30, HalvesWhenHysteresisIsUsedUpAndDoublesAfterAWindow) {
    LossScaler scaler({.initial = 16, .window = 2, .hysteresis = 2, .minimum = 1}, true);
    ASSERT_TRUE(scaler.update(true));
    EXPECT_EQ(scaler.scale(), 16);
    ASSERT_TRUE(scaler.update(true));
    EXPECT_EQ(scaler.scale(), 8);
    ASSERT_TRUE(scaler.update(false));
    ASSERT_TRUE(scaler.update(false));
    EXPECT_EQ(scaler.scale(), 16);
    ASSERT_TRUE(scaler.update(true));  // hysteresis is back after growth
    EXPECT_EQ(scaler.scale(), 16);
}

TEST(LossScaleR30, OverflowAtTheMinimumIsAnErrorNotAnEndlessSkip) {
    LossScaler scaler({.initial = 2, .window = 9, .hysteresis = 1, .minimum = 1}, true);
    ASSERT_TRUE(scaler.update(true));
    EXPECT_EQ(scaler.scale(), 1);
    const auto result = scaler.update(true);
    ASSERT_FALSE(result);
    EXPECT_NE(result.error().message.find("minimum scale"), std::string::npos);
}

TEST(LossScaleR30, DtypesThatNeedNoScaleHaveNone) {
    LossScaler scaler({}, false);
    EXPECT_EQ(scaler.scale(), 1.0);
    EXPECT_TRUE(scaler.update(true));
}

}  // namespace
}  // namespace shardscope::conformance
