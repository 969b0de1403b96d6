// Design rule 12: losses and weights are equal to the last bit over the stages.

#include <gtest/gtest.h>

#include "tests/conformance/harness.h"

namespace shardscope::conformance {
namespace {

using core::DType;

constexpr int kRanks[] = {1, 2, 3, 4, 8};

void expectSame(const Setting& a, const Setting& b) {
    const Outcome first = run(a);
    const Outcome second = run(b);
    ASSERT_TRUE(first.result) << nameOf(a) << ": " << toString(first.result.error());
    ASSERT_TRUE(second.result) << nameOf(b) << ": " << toString(second.result.error());
    EXPECT_EQ(first.losses(), second.losses()) << nameOf(a) << " | " << nameOf(b);
    EXPECT_EQ(first.weightHashes(), second.weightHashes()) << nameOf(a) << " | " << nameOf(b);
    EXPECT_TRUE(first.ranksAgree) << nameOf(a);
    EXPECT_TRUE(second.ranksAgree) << nameOf(b);
    for (size_t s = 0; s < first.steps.size(); ++s) {
        EXPECT_EQ(first.steps[s][0].gradientNorm, second.steps[s][0].gradientNorm) << nameOf(b);
    }
}

TEST(StagesAgreeR34, AtOneMicroBatchAllStagesAreBitEqual) {
    for (DType dtype : {DType::Fp32, DType::Bf16}) {
        for (int ranks : kRanks) {
            for (const char* preset : {"zero-1", "zero-2", "zero-3"}) {
                expectSame({.preset = "zero-0", .ranks = ranks, .dtype = dtype},
                           {.preset = preset, .ranks = ranks, .dtype = dtype});
            }
        }
    }
}

TEST(StagesAgree, WithAccumulationStages0And1AndStages2And3AreBitEqual) {
    for (DType dtype : {DType::Fp32, DType::Bf16}) {
        for (int ranks : kRanks) {
            const Setting base{.ranks = ranks, .gradAccum = 4, .dtype = dtype};
            Setting a = base, b = base;
            a.preset = "zero-0";
            b.preset = "zero-1";
            expectSame(a, b);
            a.preset = "zero-2";
            b.preset = "zero-3";
            expectSame(a, b);
        }
    }
}

/// Grouped-query llamas: untied as Llama, and with Qwen's biases, norms and tied head.
Setting llama(bool everything) {
    Setting setting{.model = "llama", .hidden = 16, .heads = 4};
    setting.shape = [everything](core::ModelShape& shape) {
        shape.kvHeads = 2;
        shape.intermediate = 40;
        shape.qkvBias = shape.qkNorm = shape.tied = everything;
    };
    return setting;
}

void expectStagesAgree(const Setting& setting) {
    const auto expectPair = [&](const char* one, const char* other, int gradAccum) {
        Setting a = setting, b = setting;
        a.preset = one;
        b.preset = other;
        a.gradAccum = b.gradAccum = gradAccum;
        expectSame(a, b);
    };
    for (const char* preset : {"zero-1", "zero-2", "zero-3"}) expectPair("zero-0", preset, 1);
    expectPair("zero-0", "zero-1", 3);
    expectPair("zero-2", "zero-3", 3);
}

TEST(StagesAgree, OnLlamas) {
    for (DType dtype : {DType::Fp32, DType::Bf16}) {
        for (int ranks : {1, 3}) {
            for (bool everything : {false, true}) {
                Setting setting = llama(everything);
                setting.ranks = ranks;
                setting.dtype = dtype;
                expectStagesAgree(setting);
            }
        }
    }
}

TEST(StagesAgree, WithFlashAttention) {
    for (DType dtype : {DType::Fp32, DType::Bf16}) {
        for (const Setting& model : {Setting{}, llama(false)}) {
            Setting setting = model;
            setting.dtype = dtype;
            setting.attention = core::Attention::Flash;
            expectStagesAgree(setting);
        }
    }
}

TEST(Attention, FlashAndMaterializedLearnTheSameWithinRounding) {
    for (const Setting& model : {Setting{.sequence = 80}, llama(false)}) {
        Setting flash = model;
        flash.attention = core::Attention::Flash;
        const Outcome a = run(model), b = run(flash);
        ASSERT_TRUE(a.result && b.result);
        EXPECT_NE(a.weightHashes(), b.weightHashes()) << model.model;
        for (size_t s = 0; s < a.steps.size(); ++s) {
            EXPECT_NEAR(a.losses()[s], b.losses()[s], 1e-5) << model.model << " step " << s;
        }
    }
}

TEST(StagesAgree, IntegerGradientsAreExactEverywhere) {
    for (DType dtype : {DType::Fp32, DType::Bf16}) {
        for (int ranks : kRanks) {
            for (int g : {1, 4}) {
                const Setting base{.model = "conformance",
                                   .preset = "zero-0",
                                   .ranks = ranks,
                                   .gradAccum = g,
                                   .dtype = dtype,
                                   .hidden = 1000};
                for (const char* preset : {"zero-1", "zero-2", "zero-3"}) {
                    Setting other = base;
                    other.preset = preset;
                    expectSame(base, other);
                }
            }
        }
    }
}

TEST(StagesAgree, BucketSizeInFlightAndOverlapChangeNothing) {
    for (const char* preset : {"zero-1", "zero-2", "zero-3"}) {
        const Setting base{.preset = preset, .gradAccum = 2, .dtype = DType::Bf16};
        for (const char* bucket : {"1", "3000", "1000000000"}) {
            Setting other = base;
            other.bucket = bucket;
            other.clip =
                0.0;  // the norm's tree follows the buckets; without clipping nothing else does
            Setting reference = base;
            reference.clip = 0.0;
            const Outcome a = run(reference), b = run(other);
            EXPECT_EQ(a.weightHashes(), b.weightHashes()) << nameOf(other);
        }
        for (int inFlight : {1, 3}) {
            Setting other = base;
            other.inFlight = inFlight;
            expectSame(base, other);
        }
        Setting other = base;
        other.overlap = false;
        expectSame(base, other);
    }
}

TEST(Accumulation, FourMicroBatchesAgreeWithOneFourTimesLargerR21) {
    for (const char* preset : {"zero-0", "zero-1", "zero-2", "zero-3"}) {
        const Outcome many = run({.preset = preset, .gradAccum = 4, .steps = 5});
        const Outcome one = run({.preset = preset, .microBatch = 4, .steps = 5});
        for (size_t s = 0; s < 5; ++s) {
            EXPECT_NEAR(many.losses()[s], one.losses()[s], 2e-5) << preset << " step " << s;
        }
    }
}

TEST(ClipR27, IsOneFactorForAllRanksAndNoneBelowTheLimit) {
    for (const char* preset : {"zero-0", "zero-1", "zero-2", "zero-3"}) {
        Setting loose{.preset = preset, .clip = 1e9};
        Setting none = loose, tight = loose;
        none.clip = 0.0;
        tight.clip = 1e-3;
        const Outcome a = run(loose), b = run(none), c = run(tight);
        EXPECT_EQ(a.weightHashes(), b.weightHashes()) << preset;
        EXPECT_NE(a.weightHashes()[0], c.weightHashes()[0]) << preset;
        for (const auto& ranks : c.steps) {
            for (const core::StepResult& r : ranks) {
                EXPECT_EQ(r.gradientNorm, ranks[0].gradientNorm) << preset;
            }
        }
    }
}

TEST(Learning, LossFalls) {
    for (DType dtype : {DType::Fp32, DType::Bf16, DType::Fp16}) {
        for (const Setting& model : {Setting{}, llama(false)}) {
            Setting setting = model;
            setting.steps = 60;
            setting.dtype = dtype;
            setting.learningRate = 1e-2;
            setting.scaling.initial = 1024.0;
            const Outcome outcome = run(setting);
            ASSERT_TRUE(outcome.result) << toString(outcome.result.error());
            EXPECT_LT(outcome.losses().back(), outcome.losses().front() - 0.3) << nameOf(setting);
        }
    }
}

}  // namespace
}  // namespace shardscope::conformance
