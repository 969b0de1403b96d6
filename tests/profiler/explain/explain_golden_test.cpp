// What `explain` prints, to the byte. SHARDSCOPE_UPDATE_GOLDEN=1 rewrites the files; read the diff.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/profiler/explain/explain_cases.h"

namespace shardscope::explain {
namespace {

std::string pathOf(const std::string& name) {
    return std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/golden/explain/" + name + ".txt";
}

void expectGolden(const std::string& name, const core::Result<std::string>& text) {
    ASSERT_TRUE(text) << toString(text.error());
    if (std::getenv("SHARDSCOPE_UPDATE_GOLDEN")) {
        std::ofstream(pathOf(name), std::ios::binary) << *text;
        GTEST_SKIP() << "rewrote " << pathOf(name);
    }
    std::ifstream file(pathOf(name), std::ios::binary);
    ASSERT_TRUE(file) << "cannot read " << pathOf(name);
    std::ostringstream golden;
    golden << file.rdbuf();
    EXPECT_EQ(*text, golden.str());
}

TEST(ExplainGolden, PlansOfStages1And2) { expectGolden("plans_1_2", explainPlans(plans(1, 2))); }
TEST(ExplainGolden, PlansOfStages1And2WithFourMicroBatches) {
    expectGolden("plans_1_2_g4", explainPlans(plans(1, 2, 4)));
}
TEST(ExplainGolden, PlansOfStages1And2InKorean) {
    expectGolden("plans_1_2_ko", explainPlans(plans(1, 2, 4, Language::Korean)));
}
TEST(ExplainGolden, PlansOfStages0And3) { expectGolden("plans_0_3", explainPlans(plans(0, 3))); }
TEST(ExplainGolden, PlansOfStages1And2InFull) {
    PlanQuestion question = plans(1, 2);
    question.full = true;
    expectGolden("plans_1_2_full", explainPlans(question));
}
TEST(ExplainGolden, PictureOfStages1And2) {
    expectGolden("picture_1_2", explainPicture(picture({1, 2})));
}
TEST(ExplainGolden, PictureOfStages1And2InKorean) {
    expectGolden("picture_1_2_ko", explainPicture(picture({1, 2}, 3, 3, Language::Korean)));
}
TEST(ExplainGolden, PictureOfStages1And2WithFourMicroBatches) {
    expectGolden("picture_1_2_g4", explainPicture(picture({1, 2}, 3, 3, Language::English, 4)));
}
TEST(ExplainGolden, PictureOfStage3) { expectGolden("picture_3", explainPicture(picture({3}))); }
TEST(ExplainGolden, PictureWithoutAllGather) {
    PictureQuestion question = picture({});
    question.strategies = {preset(2, 2, core::Omit::AllGather)};
    expectGolden("picture_2_without_all_gather", explainPicture(question));
}

}  // namespace
}  // namespace shardscope::explain
