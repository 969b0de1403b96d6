// `shardscope plan` of a DeepSpeed configuration, of models that are only counted, and its table.

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/profiler/cli/command_fixture.h"

namespace shardscope::cli {
namespace {

using Json = nlohmann::json;
using CliPlanFiles = CommandTest;
using CliPlanTable = CommandTest;

constexpr const char* kSmall = "--layers 3 --hidden 96 --heads 4 --vocab 300 --seq 40 ";

TEST_F(CliPlanFiles, WhatADeepSpeedFileLeavesOpenIsGivenByOptions) {
    write("ds.json", R"({"train_micro_batch_size_per_gpu": 1, "gradient_clipping": "auto",
        "gradient_accumulation_steps": "auto", "bf16": {"enabled": true},
        "optimizer": {"type": "AdamW", "params": {"lr": "auto"}},
        "zero_optimization": {"stage": 2, "reduce_bucket_size": "auto"}})");
    const std::string options = std::string("plan ") + kSmall + "--ranks 4 --deepspeed ds.json ";
    for (const char* rest : {"--bucket 16384 --grad-accum 4 --clip 1",
                             "--bucket 16384,65536 --global-batch 64 --clip 1",
                             "--bucket 64KiB --grad-accum 2,4 --clip 0"}) {
        const Outcome outcome = shardscope(options + rest + " --json");
        EXPECT_EQ(outcome.status, 0) << rest << outcome.err;
    }
    const Json row = Json::parse(
        shardscope(options + "--bucket 16384 --global-batch 64 --clip 1 --json").out)["rows"][0];
    EXPECT_EQ(row["gradAccum"], 16);
    EXPECT_EQ(row["bucket"], "16384");
    EXPECT_EQ(row["inFlight"], 1) << "without overlap_comm one buffer serves";
    const Outcome open = shardscope(options + "--grad-accum 4 --clip 1");
    EXPECT_EQ(open.status, 2);
    expectContains(open.err, "give --bucket");
}

TEST_F(CliPlanFiles, ABatchOfTheFileGivesEachNumberOfRanksItsG) {
    write("ds.json", R"({"train_batch_size": 16, "train_micro_batch_size_per_gpu": 1,
        "bf16": {"enabled": true}, "zero_optimization": {"stage": 1}})");
    const Json rows = Json::parse(
        shardscope(std::string("plan ") + kSmall + "--ranks 3,4,8 --deepspeed ds.json --json")
            .out)["rows"];
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_FALSE(rows[0]["reason"].is_null());
    EXPECT_EQ(rows[1]["gradAccum"], 4);
    EXPECT_EQ(rows[2]["gradAccum"], 2);
}

TEST_F(CliPlanFiles, DeepSpeedsStageTwoIsCountedAsThePapers) {
    write("ds.json", R"({"train_micro_batch_size_per_gpu": 1, "bf16": {"enabled": true},
        "zero_optimization": {"stage": 2}})");
    const std::string options = std::string("plan ") + kSmall + "--ranks 4 --deepspeed ds.json";
    const Outcome text = shardscope(options);
    ASSERT_EQ(text.status, 0) << text.err;
    EXPECT_EQ(text.out.find("stage -1"), std::string::npos) << text.out;
    expectContains(text.out, "deepspeed-2 (it shards what stage 2 does)");
    const Json plan = Json::parse(shardscope(options + " --json").out);
    const double parameters = plan["model"]["parameters"];
    EXPECT_EQ(plan["rows"][0]["memory"]["modelStates"]["paper"],
              static_cast<int64_t>(2 * parameters + 14 * parameters / 4));
}

TEST_F(CliPlanFiles, AModelThatIsOnlyCountedHasRowsOfModelStates) {
    const std::string options = "plan --model mixtral-8x7b-v0.1 --stage 2,3 --gpu h100-sxm ";
    const Outcome text = shardscope(options + "--ranks 64");
    EXPECT_EQ(text.status, 0) << text.err;
    expectContains(text.out, "activations are not included");
    const Json plan = Json::parse(shardscope(options + "--ranks 64 --json").out);
    constexpr int64_t kParameters = 46'702'792'704;
    for (const Json& row : plan["rows"]) {
        const bool three = row["stage"] == 3;
        EXPECT_EQ(row["memory"]["modelStateBytes"],
                  three ? 16 * kParameters / 64 : 2 * kParameters + 14 * kParameters / 64);
        EXPECT_TRUE(row["stepNs"].is_null());
        EXPECT_EQ(row["fits"], three ? Json() : Json(false));
    }
    expectContains(text.out, ">10.87");  // GiB of states at stage 3
    EXPECT_EQ(shardscope(options + "--ranks 2").status, 3) << "states alone are too large";
}

TEST_F(CliPlanTable, HasAColumnForEachChoiceThatIsListed) {
    const std::string options = std::string("plan ") + kSmall + "--stage 3 --ranks 4 ";
    const std::string lists =
        "--checkpointing none,full --attention materialized,flash --shard-group 2,all";
    const std::string text = shardscope(options + lists).out;
    expectContains(text, "ckpt");
    expectContains(text, "attn");
    std::istringstream lines(text);
    std::vector<std::string> rows;
    for (std::string line; std::getline(lines, line);) {
        if (line.find("zero-3") != std::string::npos && line.find('|') != std::string::npos) {
            rows.push_back(line.substr(1, line.find('|')));
        }
    }
    ASSERT_EQ(rows.size(), 8U) << text;
    std::ranges::sort(rows);
    EXPECT_EQ(std::ranges::adjacent_find(rows), rows.end()) << text;
    const std::string markdown = shardscope(options + lists + " --markdown").out;
    for (const char* name : {"| checkpointing |", "| attention |", "| shard group |"}) {
        expectContains(markdown, name);
        EXPECT_EQ(shardscope(options + "--markdown").out.find(name), std::string::npos) << name;
    }
}

TEST_F(CliPlanTable, UnitsSuitWhatFitsAndColumnsStayApart) {
    const Outcome outcome = shardscope(
        "plan --model llama-3.1-70b --ranks 64 --stage 0,3 --gpu h100-sxm --attention flash "
        "--checkpointing full");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    expectContains(outcome.out, "A RANK, GiB");
    const Outcome wide =
        shardscope("plan --model llama-3.1-8b --seq 100000 --ranks 8 --memory 80GiB");
    std::istringstream lines(wide.out);
    for (std::string line; std::getline(lines, line);) {
        const size_t bar = line.find('|');
        if (line.find("zero-") == std::string::npos || bar == std::string::npos) continue;
        std::istringstream cells(line.substr(bar + 1));
        double needs = 0.0, margin = 0.0;
        cells >> needs >> margin;
        EXPECT_TRUE(cells) << line;
        EXPECT_NEAR(needs + margin, 80.0, 0.011) << line;
    }
}

TEST_F(CliPlanTable, GpuHelpListsAndASlipOfUnitsIsNamed) {
    const Outcome help = shardscope("plan --gpu help");
    EXPECT_EQ(help.status, 0);
    expectContains(help.out, "h100-sxm");
    for (const char* command : {"plan --memory 80", "simulate --memory-limit 80"}) {
        const Outcome slip = shardscope(command);
        EXPECT_EQ(slip.status, 2) << command;
        expectContains(slip.err, "found 80, which is 80 bytes; did you mean 80GiB?");
    }
}

TEST_F(CliPlanTable, OptimizerStateIsSimulates) {
    const std::string options = std::string(kSmall) +
                                "--stage 1 --ranks 4 --optimizer-state first-step --gpu h100-sxm "
                                "--grad-accum 2 --json";
    const Json row = Json::parse(shardscope("plan " + options).out)["rows"][0];
    const Json run =
        Json::parse(shardscope("simulate " + options + " --steps 3 --record off").out)["runs"][0];
    EXPECT_EQ(row["memory"]["peakBytes"], run["memory"]["peakBytes"]);
    EXPECT_EQ(row["memory"]["peakStep"], run["memory"]["peakStep"]);
    EXPECT_EQ(row["memory"]["reservedPeakBytes"], run["memory"]["reservedPeakBytes"]);
    const double found = row["stepNs"], expected = run["time"]["stepNs"]["median"];
    EXPECT_NEAR(found / expected, 1.0, 0.002);
}

}  // namespace
}  // namespace shardscope::cli
