// Parts of `plan` that need no process.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "profiler/cli/plan/plan_progress.h"

namespace shardscope::cli {
namespace {

TEST(PlanProgress, SaysHowManyConfigurationsAreLeft) {
    EXPECT_EQ(planProgressBar(2500, 10000, 2'000'000'000),
              "[#######.......................] 2,500/10,000 configurations  0:06 left");
    const auto line = nlohmann::json::parse(planProgressJson(2500, 10000, 2'000'000'000));
    EXPECT_EQ(line["schema"], "shardscope.progress/1");
    EXPECT_EQ(line["step"], 2500);
    EXPECT_EQ(line["steps"], 10000);
    EXPECT_EQ(line["etaNs"], 6'000'000'000);
}

}  // namespace
}  // namespace shardscope::cli
