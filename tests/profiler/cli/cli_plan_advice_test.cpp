// What `shardscope plan` recommends and suggests, through the real command: what it says must be so.

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "tests/profiler/cli/command_fixture.h"

namespace shardscope::cli {
namespace {

using Json = nlohmann::json;
using CliPlanAdvice = CommandTest;

constexpr const char* kSmall = "--layers 3 --hidden 96 --heads 4 --vocab 300 --seq 40 ";

std::vector<std::string> wordsIn(const std::string& line) {
    std::istringstream in(line);
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    return words;
}

/// @p options ("--ranks 2 --stage 3") with those of @p change instead of their own.
std::string changed(const std::string& options, const std::string& change) {
    const std::string said = change.substr(0, change.find(" (from"));
    std::string line;
    const std::vector<std::string> words = wordsIn(options), news = wordsIn(said);
    for (size_t i = 0; i + 1 < words.size(); i += 2) {
        if (std::ranges::find(news, words[i]) == news.end()) {
            line += words[i] + " " + words[i + 1] + " ";
        }
    }
    return line + said;
}

TEST_F(CliPlanAdvice, WhatIsSuggestedFitsWhenItIsDone) {
    write("ds.json", R"({"train_micro_batch_size_per_gpu": 1, "bf16": {"enabled": true},
        "zero_optimization": {"stage": 2}, "gradient_accumulation_steps": 1})");
    for (const std::string options :
         {"--model llama-3.1-70b --ranks 64 --seq 8192 --stage 2,3 --shard-group 8 --gpu h100-sxm "
          "--attention flash --checkpointing full",
          "--model llama-3.1-8b --ranks 2 --memory 24GB",
          "--model llama-3.1-8b --ranks 4 --seq "
          "8192 --gpu h100-sxm --stage 3",
          "--model llama-3.1-8b --ranks 4,8 --micro-batch 4 --global-batch 64 --gpu h100-sxm",
          "--model llama-3.1-8b --ranks 8 --strategy megatron --gpu a100-sxm-40",
          "--model llama-3.1-8b --ranks 8 --deepspeed ds.json --gpu a100-sxm-40",
          "--layers 3 --hidden 384 --heads 4 --vocab 300 --seq 40 --stage 0 --micro-batch 8 "
          "--memory 60MiB"}) {
        const Outcome outcome = shardscope("plan " + options + " --json");
        ASSERT_EQ(outcome.status, 3) << options << outcome.err;
        const Json changes = Json::parse(outcome.out)["nothingFits"]["changes"];
        EXPECT_FALSE(changes.empty()) << options;
        EXPECT_LE(changes.size(), 3U) << options;
        for (const Json& change : changes) {
            const std::string again = changed(options, change["what"]);
            const Outcome done = shardscope("plan " + again + " --json");
            EXPECT_EQ(done.status, 0) << again << done.err;
            if (done.status != 0) continue;
            const Json rows = Json::parse(done.out)["rows"];
            EXPECT_TRUE(std::ranges::any_of(rows, [&](const Json& row) {
                return row["fits"] == true && row["marginBytes"] == change["marginBytes"];
            })) << again;
        }
    }
}

TEST_F(CliPlanAdvice, CheaperSettingsComeBeforeMoreRanks) {
    const Json flash = Json::parse(
        shardscope("plan --model llama-3.1-8b --ranks 4 --seq 8192 --gpu h100-sxm --stage 3 --json")
            .out)["nothingFits"]["changes"];
    ASSERT_FALSE(flash.empty());
    EXPECT_EQ(flash[0]["what"], "--attention flash (from materialized)");
    const Json few = Json::parse(
        shardscope("plan --model llama-3.1-8b --ranks 2 --memory 24GB --json").out)["nothingFits"];
    ASSERT_FALSE(few["changes"].empty());
    EXPECT_LE(few["changes"][0]["configuration"]["ranks"], 8);
}

TEST_F(CliPlanAdvice, ExitsThreeWithWhatIsPossibleWhereNoRowCanBe) {
    const std::string options =
        "plan --model llama-3.1-8b --ranks 48 --global-batch 64 --gpu h100-sxm";
    const Outcome text = shardscope(options);
    EXPECT_EQ(text.status, 3);
    expectContains(text.out, "No configuration can be run.");
    expectContains(text.out, "divide global batch 64: 32 and 64");
    expectContains(text.out, "--global-batch 48 or 96");
    const Outcome json = shardscope(options + " --json");
    EXPECT_EQ(json.status, 3);
    const Json plan = Json::parse(json.out);
    EXPECT_EQ(plan["possible"]["ranks"], (Json{32, 64}));
    EXPECT_TRUE(plan["nothingFits"].is_null());
    EXPECT_EQ(shardscope(std::string("plan ") + kSmall + "--ranks 5 --global-batch 8").status, 3);
}

TEST_F(CliPlanAdvice, ASweepOfGRecommendsNone) {
    const std::string options = std::string("plan ") + kSmall + "--stage 1,2 --slide grad-accum";
    const Outcome text = shardscope(options);
    EXPECT_EQ(text.status, 0);
    EXPECT_EQ(text.out.find("Recommended"), std::string::npos) << text.out;
    const Json plan = Json::parse(shardscope(options + " --json").out);
    EXPECT_TRUE(plan["recommendation"].is_null());
}

TEST_F(CliPlanAdvice, ATieIsSaidAndGoesToFewerRanks) {
    const Json plan = Json::parse(
        shardscope("plan --model llama-3.1-8b --seq 2048 --attention flash --ranks 16,32 --stage "
                   "2,3 --gpu h100-sxm --json")
            .out);
    const Json& because = plan["recommendation"]["because"];
    const Json& row = plan["rows"][plan["recommendation"]["row"].get<size_t>()];
    size_t alike = 0;
    const auto costOf = [](const Json& each) {
        return each["stepNs"].get<double>() * each["ranks"].get<double>() /
               each["globalBatch"].get<double>();
    };
    double least = 1e300;
    for (const Json& each : plan["rows"]) {
        if (each["fits"] == true) least = std::min(least, costOf(each));
    }
    for (const Json& each : plan["rows"]) {
        if (each["fits"] != true || costOf(each) > 1.05 * least) continue;
        ++alike;
        EXPECT_LE(row["ranks"], each["ranks"]);
    }
    EXPECT_EQ(because["alike"], alike);
    EXPECT_GT(alike, 1U);
    EXPECT_EQ(because["error"], 0.05);
    EXPECT_FALSE(because["decidedBy"].empty());
    expectContains(plan["recommendation"]["reason"], "within the estimate's error (5 %; ");
}

TEST_F(CliPlanAdvice, ModelStatesAreSharedByTheShardGroup) {
    const std::string options =
        "--model llama-3.1-70b --ranks 64 --stage 3 --shard-group 8 --seq 2048 --json";
    const Json plan = Json::parse(shardscope("plan " + options).out);
    const double parameters = plan["model"]["parameters"];
    const auto expected = static_cast<int64_t>(16.0 * parameters / 8);
    EXPECT_EQ(plan["rows"][0]["memory"]["modelStates"]["paper"], expected);
    const Json run = Json::parse(
        shardscope("simulate --ranks 8 --stage 3 --shard-group 2 --steps 2 --record off --json")
            .out)["runs"][0];
    EXPECT_EQ(run["memory"]["modelStates"]["paperBytes"],
              16 * run["workload"]["parameters"].get<int64_t>() / 2);
}

}  // namespace
}  // namespace shardscope::cli
