// Strategies of other systems in groups, late, and in every number format: they train, and ranks agree.

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "tests/conformance/systems.h"

namespace shardscope::conformance {
namespace {

using namespace core;

/// The sum of N·G gradients is rounded per group, then across groups: bit-equal where sums are exact,
/// near elsewhere; replicas agree always.
TEST(ShardGroup, ReplicasAgreeAndExactSumsAreTheSame) {
    for (const char* preset : {"zero-1", "zero-2", "zero-3", "llm.c", "fsdp2"}) {
        for (int group : {1, 2, 4}) {
            Setting hybrid{.model = "conformance",
                           .preset = preset,
                           .ranks = 4,
                           .gradAccum = 2,
                           .dtype = DType::Bf16,
                           .hidden = 1000,
                           .clip = 0.0};
            Setting full = hybrid;
            full.axes = asWorkload;
            hybrid.axes = [group](Strategy& s) {
                asWorkload(s);
                s.shardGroup = group;
            };
            const Outcome a = run(hybrid), b = run(full);
            ASSERT_TRUE(a.result) << toString(a.result.error());
            EXPECT_EQ(a.losses(), b.losses()) << preset << " S " << group;
            hybrid.model = full.model = "gpt";
            hybrid.dtype = full.dtype = DType::Fp32;
            hybrid.hidden = full.hidden = 24;
            const Outcome c = run(hybrid), d = run(full);
            EXPECT_TRUE(c.ranksAgree) << preset;
            EXPECT_NEAR(c.losses().back(), d.losses().back(), 1e-5) << preset << " S " << group;
        }
    }
}

TEST(GatheredPerForward, TrainsAsZero3DoesAndFreesAfterBackward) {
    Setting zero{.preset = "zero-3", .gradAccum = 2, .dtype = DType::Bf16};
    Setting once = zero;
    once.axes = [](Strategy& s) { s.parameters = ParameterStorage::GatheredPerForward; };
    const Outcome a = run(zero), b = run(once);
    ASSERT_TRUE(a.result && b.result);
    EXPECT_EQ(a.weightHashes(), b.weightHashes());
    const Problem problem = problemOf(once);
    EXPECT_EQ(most(b, Category::Weights),
              2 * problem.buckets.elements() + 2 * problem.buckets.elements() / 4);
    EXPECT_LT(most(a, Category::Weights), most(b, Category::Weights));
}

TEST(FaultDrillR42, DelaysChangeNoBitOfAnySystem) {
    for (const Pair& pair : kPairs) {
        Setting setting{.preset = pair.system, .ranks = 3, .gradAccum = 2, .dtype = DType::Bf16};
        setting.steps = 2;
        const auto expected = run(setting).weightHashes();
        for (StreamId slow : {kCompute, kCommunication}) {
            setting.fault = [slow](Rank rank, StreamId stream, ActionRef) {
                if (stream == slow && rank != Rank{1}) {
                    std::this_thread::sleep_for(std::chrono::microseconds(100));
                }
            };
            EXPECT_EQ(run(setting).weightHashes(), expected) << pair.system;
        }
    }
}

TEST(GradientDTypes, EveryCombinationTrainsOnEverySystem) {
    for (std::string_view preset : presetNames()) {
        for (DType dtype : {DType::Bf16, DType::Fp16, DType::Fp32}) {
            for (DType reduce : {DType::Fp32, DType::Bf16}) {
                for (DType accumulate : {DType::Fp32, DType::Bf16}) {
                    Setting setting{.preset = std::string(preset),
                                    .ranks = 2,
                                    .gradAccum = 2,
                                    .steps = 1,
                                    .dtype = dtype,
                                    .layers = 1,
                                    .axes = asWorkload,
                                    .reduceDtype = reduce,
                                    .accumulateDtype = accumulate};
                    setting.scaling.initial = 1024.0;
                    const Outcome outcome = run(setting);
                    ASSERT_TRUE(outcome.result) << toString(outcome.result.error());
                    EXPECT_TRUE(outcome.ranksAgree) << nameOf(setting);
                    EXPECT_FALSE(outcome.steps[0][0].skipped) << nameOf(setting);
                    EXPECT_TRUE(std::isfinite(outcome.losses()[0])) << nameOf(setting);
                }
            }
        }
    }
}

}  // namespace
}  // namespace shardscope::conformance
