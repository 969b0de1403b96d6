// `shardscope plan` through the real command.

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tests/profiler/cli/command_fixture.h"

namespace shardscope::cli {
namespace {

using Json = nlohmann::json;
using CliPlan = CommandTest;

constexpr const char* kSmall = "--layers 3 --hidden 96 --heads 4 --vocab 300 --seq 40 ";
constexpr const char* kTooLarge =
    "plan --layers 3 --hidden 384 --heads 4 --vocab 300 --seq 40 --stage 0 --micro-batch 8 "
    "--memory 60MiB";

/// Runs `plan --json`; @return its document.
Json planned(const CommandTest&, const Outcome& outcome) {
    Json document = Json::parse(outcome.out, nullptr, false);
    EXPECT_FALSE(document.is_discarded()) << outcome.out << outcome.err;
    return document;
}

TEST_F(CliPlan, HasTheDocumentsNames) {
    const Outcome outcome =
        shardscope(std::string("plan ") + kSmall + "--ranks 2,4 --stage 1,2 --memory 64MiB --json");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const Json plan = planned(*this, outcome);
    EXPECT_EQ(plan["schema"], "shardscope.plan/1");
    for (const char* key : {"tool", "model", "question", "rows", "front", "frontBasis",
                            "recommendation", "nothingFits", "termsThatStay", "assumptions"}) {
        EXPECT_TRUE(plan.contains(key)) << key;
    }
    EXPECT_EQ(plan["model"]["name"], "gpt");
    EXPECT_EQ(plan["model"]["parameters"], 3 * (12 * 96 * 96 + 13 * 96) + 340 * 96 + 2 * 96);
    ASSERT_EQ(plan["rows"].size(), 4U);
    for (const Json& row : plan["rows"]) {
        for (const char* key : {"strategy", "stage", "ranks", "microBatch", "gradAccum",
                                "globalBatch", "bucket", "inFlight", "overlap", "reason", "fits",
                                "marginBytes", "memory", "stepNs", "stepNsReason", "traffic"}) {
            EXPECT_TRUE(row.contains(key)) << key;
        }
        EXPECT_EQ(row["fits"], true);
        EXPECT_EQ(row["marginBytes"], (64 << 20) - row["memory"]["neededBytes"].get<int64_t>());
        EXPECT_FALSE(row["stepNs"].is_null() && row["stepNsReason"].is_null());
        int64_t sum = 0;
        for (const Json& bytes : row["memory"]["atPeak"]) sum += bytes.get<int64_t>();
        EXPECT_EQ(sum, row["memory"]["peakBytes"]);
        EXPECT_EQ(row["traffic"]["elementsPerParameter"], 2.0);
    }
    EXPECT_FALSE(plan["recommendation"]["reason"].get<std::string>().empty());
    const Json& because = plan["recommendation"]["because"];
    EXPECT_EQ(because["fitting"], 4);
    EXPECT_EQ(because["configurations"], 4);
    EXPECT_EQ(because["least"], plan["frontBasis"] == "stepNs" ? "stepNs" : "wireBytesPerSequence");
    EXPECT_GT(because["value"], 0);
    EXPECT_TRUE(because["lowerStage"].is_null());
    EXPECT_TRUE(plan["nothingFits"].is_null());
}

TEST_F(CliPlan, SaysWhatSimulateReports) {
    for (const char* options : {"--stage 0,1,2,3 --grad-accum 1,3 --micro-batch 2 --ranks 3",
                                "--stage 1,2 --grad-accum 4 --bucket 20000 --in-flight 1 --ranks 8",
                                "--stage 1,2,3 --dtype fp32 --overlap off --allocator classic"}) {
        const Outcome plan =
            shardscope(std::string("plan ") + kSmall + options + " --memory 1GiB --json");
        const Outcome simulated = shardscope(std::string("simulate ") + kSmall + options +
                                             " --steps 3 --record off --json");
        ASSERT_EQ(plan.status, 0) << plan.err;
        ASSERT_EQ(simulated.status, 0) << simulated.err;
        const Json rows = planned(*this, plan)["rows"];
        const Json runs = Json::parse(simulated.out)["runs"];
        ASSERT_EQ(rows.size(), runs.size());
        size_t matched = 0;
        for (const Json& row : rows) {
            for (const Json& run : runs) {
                if (run["strategy"]["preset"] != row["strategy"] ||
                    run["workload"]["gradAccum"] != row["gradAccum"]) {
                    continue;
                }
                ++matched;
                for (const char* key : {"peakBytes", "peakPhase", "peakStep", "atPeak",
                                        "allocatedPeakBytes", "reservedPeakBytes"}) {
                    EXPECT_EQ(row["memory"][key], run["memory"][key])
                        << options << " " << row["strategy"] << " " << key;
                }
                EXPECT_EQ(row["traffic"]["elementsPerParameter"],
                          run["traffic"]["elementsPerParameter"]);
                int64_t calls = 0, wire = 0;
                for (const char* kind :
                     {"reduceScatter", "allGather", "allReduce", "reduce", "broadcast"}) {
                    calls += run["traffic"]["perStep"][kind]["calls"].get<int64_t>();
                    wire += run["traffic"]["perStep"][kind]["wireBytes"].get<int64_t>();
                }
                EXPECT_EQ(row["traffic"]["calls"], calls);
                EXPECT_EQ(row["traffic"]["wireBytes"], wire);
            }
        }
        EXPECT_EQ(matched, rows.size()) << options;
    }
}

TEST_F(CliPlan, ExitsThreeWithTheModelAndAChangeWhenNothingFits) {
    const Outcome outcome = shardscope(std::string(kTooLarge) + " --json");
    EXPECT_EQ(outcome.status, 3) << outcome.err;
    const Json plan = planned(*this, outcome);
    EXPECT_GT(plan["model"]["parameters"], 0);
    EXPECT_TRUE(plan["recommendation"].is_null());
    EXPECT_TRUE(plan["front"].empty());
    ASSERT_EQ(plan["rows"].size(), 1U);
    EXPECT_EQ(plan["rows"][0]["fits"], false);
    EXPECT_LT(plan["rows"][0]["marginBytes"], 0);
    ASSERT_FALSE(plan["nothingFits"]["changes"].empty());
    for (const Json& change : plan["nothingFits"]["changes"]) EXPECT_GE(change["marginBytes"], 0);
    const Outcome text = shardscope(kTooLarge);
    EXPECT_EQ(text.status, 3);
    expectContains(text.out, "Nothing fits 60.0 MiB. Closest: zero-0, 4 ranks");
    expectContains(text.out, "Cheapest change that is enough: --");
}

TEST_F(CliPlan, TextIsAsciiWithinAHundredColumns) {
    for (const char* options :
         {"", "--memory 20MiB --ranks 2,4,8 --micro-batch 1,2 --grad-accum 1,2,4 --convention all",
          "--slide grad-accum --stage 1,2 --ranks 4", "--slide bucket",
          "--global-batch 12 --ranks 5", "--memory 1MiB"}) {
        const Outcome outcome = shardscope(std::string("plan ") + kSmall + options);
        EXPECT_TRUE(outcome.status == 0 || outcome.status == 3) << outcome.err;
        EXPECT_EQ(outcome.err, "");
        std::istringstream lines(outcome.out);
        for (std::string line; std::getline(lines, line);) {
            EXPECT_LE(line.size(), 100U) << line;
            EXPECT_TRUE(std::ranges::all_of(line, [](char c) { return c >= ' ' && c < 127; }))
                << line;
        }
    }
}

TEST_F(CliPlan, GSliderIsFlatAtStageOneAndGrowsAtStageTwo) {
    const std::string options = std::string("plan ") + kSmall + "--stage 1,2 --slide grad-accum";
    const Json rows = planned(*this, shardscope(options + " --json"))["rows"];
    std::set<int64_t> one;
    int64_t last = 0;
    for (const Json& row : rows) {
        const int64_t sent = row["traffic"]["wireBytes"];
        if (row["stage"] == 1) {
            one.insert(sent);
        } else {
            EXPECT_GT(sent, last);
            last = sent;
        }
    }
    EXPECT_EQ(one.size(), 1U);
    const Outcome text = shardscope(options);
    expectContains(text.out, "MEMORY A RANK NEEDS");
    expectContains(text.out, "From G = 2 on stage 2 sends more than stage 1");
}

TEST_F(CliPlan, GSliderSaysWhereTrafficOutweighsTheMemorySaved) {
    const std::string options = std::string("plan ") + kSmall + "--stage 1,2 --slide grad-accum";
    const Json plan = planned(*this, shardscope(options + " --json"));
    const Json& slide = plan["slide"];
    EXPECT_EQ(slide["setting"], "grad-accum");
    EXPECT_EQ(slide["values"], (Json{"1", "2", "4", "8", "16", "32"}));
    const Json& from = slide["outweighedFrom"];
    ASSERT_TRUE(from.is_object());
    const auto rowOf = [&](const char* key) { return plan["rows"][from[key].get<size_t>()]; };
    const Json one = rowOf("stage1Row"), two = rowOf("stage2Row");
    EXPECT_EQ(one["gradAccum"], two["gradAccum"]);
    const int64_t extra =
        two["traffic"]["wireBytes"].get<int64_t>() - one["traffic"]["wireBytes"].get<int64_t>();
    const int64_t saved =
        one["memory"]["neededBytes"].get<int64_t>() - two["memory"]["neededBytes"].get<int64_t>();
    EXPECT_EQ(from["extraBytes"], extra);
    EXPECT_EQ(from["savedBytes"], saved);
    EXPECT_GE(extra, saved);
    // Gradients kept in fp32 and sent in bf16: twice as many are saved as a micro-batch sends.
    const std::string wide =
        "plan --layers 12 --hidden 384 --heads 6 --vocab 300 --seq 40 --ranks 8 --stage 1,2 "
        "--slide grad-accum --reduce-dtype bf16 --accumulate-dtype fp32 --bucket 1000000 "
        "--grad-accum ";
    expectContains(shardscope(wide + "1").out, "Stage 2 sends no more than stage 1");
    expectContains(shardscope(wide + "1,2").out, "Up to G = 2 what stage 2 sends more (");
}

TEST_F(CliPlan, BucketSliderSaysFromWhereNothingOverlaps) {
    const std::string options =
        std::string("plan ") + kSmall +
        "--stage 1,2 --gpu h100-sxm --slide bucket --bucket 20000,40000,layer,100000000,200000000";
    const Json plan = planned(*this, shardscope(options + " --json"));
    EXPECT_EQ(plan["slide"]["noOverlapFrom"], "100,000,000");
    for (const Json& row : plan["rows"]) {
        const bool whole = row["bucket"] == "100000000" || row["bucket"] == "200000000";
        EXPECT_EQ(row["slide"]["overlaps"], !whole) << row["bucket"];
        EXPECT_GT(row["slide"]["buckets"], 0);
        EXPECT_GT(row["slide"]["tailNs"], 0);
        EXPECT_GE(row["slide"]["exposedNs"], row["slide"]["tailNs"]);
        EXPECT_LE(row["slide"]["gradientBytes"], row["memory"]["peakBytes"]);
    }
    const Outcome text = shardscope(options);
    expectContains(text.out, "FULL GRADIENTS AT MOST");
    expectContains(text.out, "FROM THE END OF BACKWARD TO THE LAST BUCKET");
    expectContains(text.out, "From a bucket of 100,000,000 on one bucket holds all gradients");
    EXPECT_EQ(planned(*this, shardscope("plan --json"))["slide"], Json());
}

TEST_F(CliPlan, RowsThatCannotBeHaveTheirReason) {
    const Outcome outcome =
        shardscope(std::string("plan ") + kSmall + "--ranks 4,5 --stage 2 --global-batch 8 --json");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const Json rows = planned(*this, outcome)["rows"];
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0]["gradAccum"], 2);
    EXPECT_TRUE(rows[0]["reason"].is_null());
    EXPECT_EQ(rows[1]["reason"],
              "global batch 8 is no multiple of micro-batch x ranks = 1 x 5 = 5");
    EXPECT_TRUE(rows[1]["memory"].is_null());
}

TEST_F(CliPlan, CsvHasALineARowAndMarkdownATable) {
    const Outcome csv = shardscope(std::string("plan ") + kSmall + "--ranks 2,4 --csv");
    EXPECT_EQ(std::ranges::count(csv.out, '\n'), 1 + 8);
    std::istringstream lines(csv.out);
    std::set<long> columns;
    for (std::string line; std::getline(lines, line);)
        columns.insert(std::ranges::count(line, ','));
    EXPECT_EQ(columns.size(), 1U) << csv.out;
    const Outcome refused =
        shardscope(std::string("plan ") + kSmall + "--ranks 4,5 --global-batch 8 --stage 2 --csv");
    std::istringstream more(refused.out);
    std::set<long> same;
    for (std::string line; std::getline(more, line);) same.insert(std::ranges::count(line, ','));
    EXPECT_EQ(same, columns) << refused.out;
    const Outcome markdown = shardscope(std::string("plan ") + kSmall + "--markdown");
    expectContains(markdown.out, "| ranks | micro-batch | G |");
    expectContains(markdown.out, "| recommended |");
    expectContains(markdown.out, "\nAssumed:\n\n- memory is the pool's of one rank");
}

TEST_F(CliPlan, NamesWhatIsWrong) {
    struct Bad {
        const char *options, *part;
    };
    for (const Bad& bad : {
             Bad{"--ranks 0", "--ranks: found 0; allowed: a whole number from 1 to 131,072"},
             Bad{"--ranks 4,,8", "--ranks: found \"4,,8\""},
             Bad{"--ranks 4,4", "4 is given twice"},
             Bad{"--micro-batch 0", "--micro-batch: found 0"},
             Bad{"--micro-batch 1,x", "--micro-batch: found \"x\""},
             Bad{"--grad-accum 0", "--grad-accum: found 0"},
             Bad{"--global-batch 0", "--global-batch: found 0"},
             Bad{"--global-batch 8 --grad-accum 2", "--grad-accum: is given with --global-batch"},
             Bad{"--bucket layer,0", "--bucket: found \"0\""},
             Bad{"--in-flight 0", "--in-flight: found 0"},
             Bad{"--memory lots", "--memory: found \"lots\"; allowed: a positive size"},
             Bad{"--convention papper", "--convention: found \"papper\"; did you mean paper?"},
             Bad{"--slide g", "--slide: found \"g\"; allowed: grad-accum, bucket"},
             Bad{"--slide bucket --ranks 2,4",
                 "--ranks: found 2 values; with --slide allowed: one"},
             Bad{"--slide grad-accum --global-batch 8", "--slide: found \"grad-accum\", but"},
             Bad{"--stage 4", "--stage: found 4"},
             Bad{"--heads 5", "--heads: found 5; allowed: a divisor of --hidden"},
             Bad{"--steps 4", "--steps: shardscope plan has no such option"},
             Bad{"--json --csv", "found several; allowed: one"},
         }) {
        const Outcome outcome = shardscope(std::string("plan ") + bad.options);
        EXPECT_EQ(outcome.status, 2) << bad.options;
        EXPECT_EQ(outcome.out, "") << bad.options;
        expectContains(outcome.err, bad.part);
    }
}

TEST_F(CliPlan, ReadsAWorkloadFileAndOptionsOverrideIt) {
    write("w.json", R"({"model": {"layers": 2, "hidden": 64, "heads": 2, "vocab": 100,
        "sequence": 16}, "ranks": 2, "stage": [1, 2], "gradAccum": 2, "memoryLimit": "1GiB"})");
    const Json plan = planned(*this, shardscope("plan w.json --ranks 3,6 --json"));
    EXPECT_EQ(plan["question"]["ranks"], (Json{3, 6}));
    EXPECT_EQ(plan["question"]["memoryBytes"], 1 << 30);
    EXPECT_EQ(plan["rows"].size(), 4U);
    EXPECT_EQ(plan["rows"][0]["gradAccum"], 2);
    EXPECT_EQ(shardscope("plan w.json --global-batch 12 --json").status, 0);
}

TEST_F(CliPlan, PlansAModelOfTheCatalogueOnAGpu) {
    const Outcome outcome = shardscope(
        "plan --model llama-3.1-8b --seq 2048 --attention flash --ranks 8,16 --micro-batch 1,2 "
        "--stage 1,2,3 --global-batch 64 --gpu h100-sxm --checkpointing none,full --json");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const Json plan = planned(*this, outcome);
    EXPECT_EQ(plan["model"]["name"], "llama-3.1-8b");
    EXPECT_EQ(plan["model"]["parameters"], 8'030'261'248);
    EXPECT_EQ(plan["frontBasis"], "stepNs");
    ASSERT_EQ(plan["rows"].size(), 24U);
    for (const Json& row : plan["rows"]) {
        EXPECT_GT(row["stepNs"].get<int64_t>(), 0);
        EXPECT_TRUE(row["stepNsReason"].is_null());
    }
    EXPECT_LT(plan["question"]["memoryBytes"], plan["question"]["gpuBytes"]);
}

TEST_F(CliPlan, StepTimesAndMemoryAreSimulatesOnTheSameGpu) {
    const std::string options =
        "--model llama --layers 4 --hidden 1024 --heads 8 --kv-heads 4 --vocab 8000 --seq 512 "
        "--stage 0,1,2,3 --grad-accum 1,3 --ranks 16 --gpu h100-sxm ";
    const Outcome plan = shardscope("plan " + options + "--json");
    const Outcome simulated = shardscope("simulate " + options + "--record off --json");
    ASSERT_EQ(plan.status, 0) << plan.err;
    ASSERT_EQ(simulated.status, 0) << simulated.err;
    const Json runs = Json::parse(simulated.out)["runs"];
    size_t matched = 0;
    const Json rows = planned(*this, plan)["rows"];
    for (const Json& row : rows) {
        for (const Json& run : runs) {
            if (run["strategy"]["preset"] != row["strategy"] ||
                run["workload"]["gradAccum"] != row["gradAccum"]) {
                continue;
            }
            ++matched;
            const double found = row["stepNs"], expected = run["time"]["stepNs"]["median"];
            EXPECT_NEAR(found / expected, 1.0, 0.002) << row["strategy"] << row["gradAccum"];
            EXPECT_EQ(row["memory"]["reservedPeakBytes"], run["memory"]["reservedPeakBytes"]);
            EXPECT_EQ(row["memory"]["atPeak"], run["memory"]["atPeak"]);
        }
    }
    EXPECT_EQ(matched, 8U);
}

TEST_F(CliPlan, AModelWithoutATimeModelHasItsStatesAndTheReason) {
    const Outcome outcome =
        shardscope("plan --model mixtral-8x7b-v0.1 --ranks 64 --stage 2 --json");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const Json plan = planned(*this, outcome);
    EXPECT_EQ(plan["model"]["parameters"], 46'702'792'704);
    ASSERT_EQ(plan["rows"].size(), 1U);
    const Json& row = plan["rows"][0];
    EXPECT_TRUE(row["stepNs"].is_null());
    EXPECT_FALSE(row["stepNsReason"].get<std::string>().empty());
    EXPECT_EQ(row["memory"]["modelStates"]["paper"],
              static_cast<int64_t>(2 * 46'702'792'704.0 + 14 * 46'702'792'704.0 / 64));
}

TEST_F(CliPlan, AReasonThatTheTableHasNoRoomForIsGivenInFull) {
    const std::string text = shardscope("plan --model mixtral-8x7b-v0.1 --ranks 64").out;
    const size_t at = text.find("has experts");
    ASSERT_NE(at, std::string::npos) << text;
    EXPECT_NE(text.find("qwen3, phi3", at), std::string::npos) << text;
    EXPECT_EQ(text.find("has experts", at + 1), std::string::npos) << "once for all rows";
    const std::string batch = shardscope("plan --ranks 4,1000 --global-batch 123456 --stage 2").out;
    expectContains(batch, "Cannot be: global batch 123,456 is no multiple of micro-batch x ranks");
}

TEST_F(CliPlan, NamesWhatIsWrongWithTheMachine) {
    struct Bad {
        const char *options, *part;
    };
    for (const Bad& bad :
         {Bad{"--gpu h100", "--gpu: found \"h100\""},
          Bad{"--gpu h100-sxm --hardware x.json", "--hardware: is given beside --gpu"},
          Bad{"--fabric nvlink-4", "--fabric: has a meaning with --gpu or --hardware only"},
          Bad{"--gpu v100-sxm-32 --dtype bf16", "--dtype: found bf16; "},
          Bad{"--gpu h100-sxm --memory 1MiB", "--memory: found 1.0 MiB, but context"},
          Bad{"--checkpointing most",
              "--checkpointing: found \"most\"; allowed: none, selective"}}) {
        const Outcome outcome = shardscope(std::string("plan ") + bad.options);
        EXPECT_EQ(outcome.status, 2) << bad.options;
        expectContains(outcome.err, bad.part);
    }
}

TEST_F(CliPlan, IsTheSameEachTime) {
    const std::string options =
        std::string("plan ") + kSmall + "--ranks 2,4,8 --micro-batch 1,2 --bucket layer,9000 --csv";
    EXPECT_EQ(shardscope(options).out, shardscope(options).out);
}

TEST_F(CliPlan, ThePaperMeansTheTypesThatAreUsedAsInAReport) {
    const std::string options = " --stage 1 --accumulate-dtype fp32 ";
    const Json planned = Json::parse(shardscope("plan --json" + options).out);
    const Outcome simulated = shardscope("simulate --record off --steps 2 --json" + options);
    ASSERT_EQ(simulated.status, 0) << simulated.err;
    EXPECT_EQ(planned["rows"][0]["memory"]["modelStates"]["paper"],
              Json::parse(simulated.out)["runs"][0]["memory"]["modelStates"]["paperBytes"]);
    const std::string text = shardscope("plan" + options).out;
    expectContains(text, "paper (2+4+12)");
    expectContains(text, "bf16, fp32 gradients");
    expectContains(text, "1 configuration\n");
}

TEST_F(CliPlan, TwoNetworksAreNotOneAfterTheOther) {
    const Outcome both = shardscope("plan --gpu h100-sxm --fabric 8x200g,1x100g");
    EXPECT_EQ(both.status, 2);
    expectContains(both.err, "8x200g and 1x100g, which both say what connects nodes");
}

TEST_F(CliPlan, ASlideOfBucketsSaysWhichComeToTheSame) {
    const std::string text = shardscope("plan --stage 1,2 --slide bucket --bucket 100,200").out;
    expectContains(text, "Buckets of 100, 200 come to the same");
}

}  // namespace
}  // namespace shardscope::cli
