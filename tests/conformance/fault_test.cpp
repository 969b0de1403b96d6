// Fault drills (R42): delays change nothing; a rank that fails ends the run for all, by name.

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <thread>

#include "tests/conformance/harness.h"

namespace shardscope::conformance {
namespace {

using namespace core;
using namespace std::chrono_literals;

constexpr const char* kPresets[] = {"zero-0", "zero-1", "zero-2", "zero-3"};

TEST(FaultDrillR42, ADelayedRankChangesNoBit) {
    for (const char* preset : kPresets) {
        Setting setting{.preset = preset, .gradAccum = 2, .dtype = DType::Bf16};
        const auto expected = run(setting).weightHashes();
        setting.fault = [](Rank rank, StreamId, ActionRef) {
            if (rank == Rank{2}) std::this_thread::sleep_for(200us);
        };
        EXPECT_EQ(run(setting).weightHashes(), expected) << preset;
    }
}

TEST(FaultDrillR42, ADelayedCommunicationStreamChangesNoBit) {
    for (const char* preset : kPresets) {
        Setting setting{.preset = preset, .gradAccum = 2, .dtype = DType::Bf16};
        const auto expected = run(setting).weightHashes();
        setting.fault = [](Rank, StreamId stream, ActionRef) {
            if (stream == kCommunication) std::this_thread::sleep_for(1ms);
        };
        EXPECT_EQ(run(setting).weightHashes(), expected) << preset;
    }
}

TEST(FaultDrillR42, ADelayedComputeStreamChangesNoBit) {
    for (const char* preset : kPresets) {
        Setting setting{.preset = preset, .gradAccum = 2, .dtype = DType::Bf16};
        const auto expected = run(setting).weightHashes();
        setting.fault = [](Rank, StreamId stream, ActionRef) {
            if (stream == kCompute) std::this_thread::sleep_for(100us);
        };
        EXPECT_EQ(run(setting).weightHashes(), expected) << preset;
    }
}

TEST(FailingRank, EndsTheRunForAllWithAnErrorThatNamesIt) {
    for (const char* preset : kPresets) {
        for (StreamId where : {kCompute, kCommunication}) {
            Setting setting{.preset = preset};
            setting.fault = [where](Rank rank, StreamId stream, ActionRef ref) {
                if (rank == Rank{1} && stream == where && ref.step == 1) {
                    throw std::runtime_error("the drill's own error");
                }
            };
            const Outcome outcome = run(setting);
            ASSERT_FALSE(outcome.result) << preset;
            const std::string text = toString(outcome.result.error());
            EXPECT_NE(text.find("rank 1"), std::string::npos) << text;
            EXPECT_NE(text.find("the drill's own error"), std::string::npos) << text;
            EXPECT_EQ(outcome.steps.size(), 1U);
        }
    }
}

TEST(Omission, WithoutAllGatherRanksPartAtTheFirstStep) {
    for (const char* preset : {"zero-1", "zero-2"}) {
        const Outcome outcome = run({.preset = preset, .steps = 2, .omit = Omit::AllGather});
        ASSERT_TRUE(outcome.result);
        EXPECT_FALSE(outcome.ranksAgree);
        EXPECT_NE(outcome.steps[0][0].weightHash, outcome.steps[0][1].weightHash);
    }
}

TEST(Omission, WithoutReduceScatterWeightsDifferFromTheCompleteStep) {
    for (const char* preset : {"zero-1", "zero-2", "zero-3"}) {
        const Outcome broken = run({.preset = preset, .omit = Omit::ReduceScatter});
        const Outcome whole = run({.preset = preset});
        ASSERT_TRUE(broken.result);
        EXPECT_NE(broken.weightHashes()[0], whole.weightHashes()[0]) << preset;
    }
}

TEST(PoisonR15, DeadGradientsAreNeverReadAgain) {
    // Conformance plans of a debug build carry NaN where stage 1's gradient is dead; any read of it
    // would reach the norm, the update and the loss.
    const Setting setting{.preset = "zero-1", .gradAccum = 2, .dtype = DType::Fp32};
    Problem problem = problemOf(setting);
    problem.poison = true;
    const Outcome poisoned = run(setting, problem);
    EXPECT_EQ(poisoned.weightHashes(), run(setting).weightHashes());
}

}  // namespace
}  // namespace shardscope::conformance
