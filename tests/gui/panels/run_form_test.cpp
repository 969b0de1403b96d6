#include "gui/model/run_form.h"

#include <gtest/gtest.h>

namespace shardscope::gui {
namespace {

CommandOptions options() {
    return {{{.name = "--stage", .names = {"--stage"}, .shownDefault = "0,1,2,3"},
             {.name = "--layers", .names = {"--layers"}, .shownDefault = "6"},
             {.name = "--ranks", .names = {"--ranks", "--world-size"}, .shownDefault = "4"}}};
}

QString lineOf(const RunForm& form) { return runArguments(form, options()).join(' '); }

const QStringList kStages{"zero-0", "zero-1", "zero-2", "zero-3"};

TEST(RunForm, WhatTheCommandDoesAnywayIsNotOnTheLine) {
    EXPECT_EQ(lineOf({.given = {{"--layers", "6"}, {"--ranks", ""}}, .strategies = kStages}),
              QStringLiteral("run --progress json"));
}

TEST(RunForm, WhatIsTypedIs) {
    EXPECT_EQ(lineOf({.given = {{"--ranks", " 8 "}, {"--layers", "12"}}, .strategies = kStages}),
              QStringLiteral("run --layers 12 --ranks 8 --progress json"));
}

TEST(RunForm, StagesHaveTheirShortForm) {
    EXPECT_EQ(lineOf({.strategies = {"zero-1", "zero-2"}}),
              QStringLiteral("run --stage 1,2 --progress json"));
    EXPECT_EQ(lineOf({.strategies = {"zero-1", "deepspeed-1"}}),
              QStringLiteral("run --strategy zero-1,deepspeed-1 --progress json"));
    EXPECT_EQ(lineOf({}), QStringLiteral("run --progress json"));
}

TEST(RunForm, AWorkloadFileIsOverriddenByFieldsThatSayADefault) {
    EXPECT_EQ(lineOf({.workload = "w.json", .given = {{"--layers", "6"}}, .strategies = kStages}),
              QStringLiteral("run w.json --layers 6 --stage 0,1,2,3 --progress json"));
}

TEST(RunForm, MoreOptionsAreReadAsAShellWould) {
    EXPECT_EQ(runArguments({.more = "--seed 3 --data \"my file\""}, options()),
              QStringList({"run", "--seed", "3", "--data", "my file", "--progress", "json"}));
}

TEST(RunForm, AWorkloadFileNamesItsStrategies) {
    EXPECT_EQ(workloadStrategies("{\"stage\": [1, 2]}"), QStringList({"zero-1", "zero-2"}));
    EXPECT_EQ(workloadStrategies("{\"strategy\": \"ddp,fsdp2\"}"), QStringList({"ddp", "fsdp2"}));
    EXPECT_EQ(workloadStrategies("{}"), QStringList());
    EXPECT_EQ(defaultStrategies(options()), kStages);
}

}  // namespace
}  // namespace shardscope::gui
