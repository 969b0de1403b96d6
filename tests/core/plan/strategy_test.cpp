// Strategies: which can be, and what they are called.

#include <gtest/gtest.h>

#include <string>

#include "tests/core/plan/planned_step.h"

namespace shardscope::core {
namespace {

TEST(Strategy, WhatCannotBeIsRefusedWithTheRule) {
    Strategy s = *presetNamed("zero-2", "test");
    s.layout = ShardLayout::Contiguous;
    EXPECT_NE(validate(s).error().message.find("reduce-scatter needs"), std::string::npos);
    s = *presetNamed("zero-1", "test");
    s.storage = FullGradientStorage::FreedPerBucket;
    EXPECT_NE(validate(s).error().message.find("freed-per-bucket needs every"), std::string::npos);
    s = *presetNamed("zero-2", "test");
    s.inFlight = 0;
    EXPECT_FALSE(validate(s));
    s = *presetNamed("zero-1", "test");
    s.collective = GradientCollective::ReduceToOwner;
    EXPECT_FALSE(validate(s));
    EXPECT_FALSE(presetNamed("zero-4", "--stage"));
    EXPECT_NE(presetNamed("zero2", "--strategy").error().message.find("zero-2"), std::string::npos);
}

TEST(Strategy, SystemsAreNamedPoints) {
    for (std::string_view name : presetNames()) {
        const Strategy s = *presetNamed(name, "test");
        EXPECT_TRUE(validate(s)) << name;
        EXPECT_FALSE(describePreset(name).empty()) << name;
        EXPECT_EQ(stageOf(s) >= 0, name.starts_with("zero-")) << name;
    }
    EXPECT_NE(presetNamed("deepspeed2", "--strategy").error().message.find("deepspeed-2"),
              std::string::npos);
}

TEST(Omission, NeedsSomethingToLeaveOut) {
    Strategy s = *presetNamed("zero-0", "test");
    s.omit = Omit::ReduceScatter;
    EXPECT_FALSE(makeProblem(Workload{}, s, 2));
    s = *presetNamed("zero-3", "test");
    s.omit = Omit::AllGather;
    EXPECT_FALSE(makeProblem(Workload{}, s, 2));
}

}  // namespace
}  // namespace shardscope::core
