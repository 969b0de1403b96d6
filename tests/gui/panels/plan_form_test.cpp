#include "gui/model/plan_form.h"

#include <gtest/gtest.h>

#include "tests/gui/panels/planned.h"

namespace shardscope::gui {
namespace {

RunForm form() {
    return {.given = {{"--model", "llama-3.1-8b"},
                      {"--ranks", "8,16"},
                      {"--gpu", "h100-sxm"},
                      {"--memory", "40GiB"},
                      {"--global-batch", "64"}},
            .more = "--slide bucket --attention flash --stage 1"};
}

CommandOptions simulateOptions() {
    CommandOptions options;
    for (const char* name : {"--model", "--ranks", "--gpu", "--attention", "--stage", "--steps"}) {
        options.options.push_back({.name = name, .names = {name}});
    }
    return options;
}

TEST(PlanForm, IsALineThatAsksForJson) {
    EXPECT_EQ(planArguments(form(), {}).join(' '),
              QStringLiteral("plan --model llama-3.1-8b --gpu h100-sxm --memory 40GiB --ranks 8,16 "
                             "--global-batch 64 --slide bucket --attention flash --stage 1 --json "
                             "--progress json"));
}

TEST(PlanForm, ASimulationHasTheRowsSettings) {
    const PlanRow row = smallPlan().rows[3];
    EXPECT_EQ(simulateArguments(form(), simulateOptions(), row).join(' '),
              QStringLiteral("simulate --model llama-3.1-8b --gpu h100-sxm --attention flash "
                             "--strategy zero-2 --ranks 16 --micro-batch 2 --grad-accum 2 --bucket "
                             "layer --in-flight 2 --checkpointing none --steps 3 --out "
                             "shardscope-out/llama-3.1-8b_zero-2_n16_mb2_g2_layer_k2_none "
                             "--progress json"));
}

TEST(PlanForm, ARowsAttentionComesBeforeTheForms) {
    PlanRow row = smallPlan().rows[3];
    row.attention = QStringLiteral("materialized");
    const QString line = simulateArguments(form(), simulateOptions(), row).join(' ');
    EXPECT_TRUE(line.contains(QLatin1String("--attention materialized")));
    EXPECT_FALSE(line.contains(QLatin1String("--attention flash")));
}

TEST(PlanForm, FoldersHaveTameNames) {
    PlanRow row = smallPlan().rows[0];
    EXPECT_TRUE(simulationFolder("../a b/config.json", row).startsWith("shardscope-out/config_"));
    EXPECT_TRUE(simulationFolder("", row).startsWith("shardscope-out/model_"));
}

}  // namespace
}  // namespace shardscope::gui
