#include "gui/model/command_options.h"

#include <gtest/gtest.h>

#include "tests/gui/panels/scratch.h"

namespace shardscope::gui {
namespace {

CommandOptions optionsOf(const char* command) {
    const Scratch scratch;
    CommandRun run;
    const auto options =
        parseOptions(outcomeOf(run, scratch.real().call({command, "--help", "--json"})).output);
    return options ? *options : CommandOptions{};
}

TEST(CommandOptions, AreTheCommandsOwn) {
    const CommandOptions options = optionsOf("run");
    const CommandOption* ranks = options.find(QStringLiteral("--world-size"));
    ASSERT_NE(ranks, nullptr);
    EXPECT_EQ(ranks->name, QStringLiteral("--ranks"));
    EXPECT_EQ(ranks->key, QStringLiteral("ranks"));
    EXPECT_EQ(ranks->shownDefault, QStringLiteral("4"));
    EXPECT_FALSE(ranks->help.isEmpty());
    EXPECT_EQ(options.find(QStringLiteral("--no-such")), nullptr);
    EXPECT_EQ(options.valuesOf(QStringLiteral("--dtype")), QStringList({"fp32", "bf16", "fp16"}));
    EXPECT_TRUE(options.valuesOf(QStringLiteral("--model")).contains("llama-3.1-8b"));
    EXPECT_TRUE(options.valuesOf(QStringLiteral("--strategy")).contains("deepspeed-2"));
}

TEST(CommandOptions, OfPlanNameItsHardware) {
    const CommandOptions options = optionsOf("plan");
    EXPECT_TRUE(options.valuesOf(QStringLiteral("--gpu")).contains("h100-sxm"));
    EXPECT_NE(options.find(QStringLiteral("--global-batch")), nullptr);
    EXPECT_EQ(options.find(QStringLiteral("--steps")), nullptr);
}

TEST(CommandOptions, OfAnotherVersionAreRefused) {
    const auto text = parseOptions("Usage: shardscope run");
    ASSERT_FALSE(text);
    EXPECT_NE(text.error().message.find("different versions"), std::string::npos);
    EXPECT_FALSE(parseOptions("{\"schema\": \"shardscope.options/2\"}"));
}

TEST(WorkloadValue, IsWhatOneWouldType) {
    const QByteArray file =
        "{\"model\": {\"name\": \"llama\", \"layers\": 12}, \"gradAccum\": [1, 4],"
        " \"overlap\": false, \"ranks\": 2}";
    EXPECT_EQ(workloadValue(file, QStringLiteral("model.layers")), QStringLiteral("12"));
    EXPECT_EQ(workloadValue(file, QStringLiteral("model.name")), QStringLiteral("llama"));
    EXPECT_EQ(workloadValue(file, QStringLiteral("gradAccum")), QStringLiteral("1,4"));
    EXPECT_EQ(workloadValue(file, QStringLiteral("overlap")), QStringLiteral("off"));
    EXPECT_EQ(workloadValue(file, QStringLiteral("seed")), QString());
    EXPECT_EQ(workloadValue("{\"model\": \"gpt\"}", QStringLiteral("model.name")),
              QStringLiteral("gpt"));
    EXPECT_EQ(workloadValue("no json", QStringLiteral("ranks")), QString());
}

TEST(Understood, KeepsWhatTheOtherCommandKnows) {
    const CommandOptions simulate = optionsOf("simulate");
    EXPECT_EQ(understood({"--dtype", "fp16", "--slide", "bucket", "--seq=512", "--convention=all"},
                         simulate),
              QStringList({"--dtype", "fp16", "--seq=512"}));
}

}  // namespace
}  // namespace shardscope::gui
