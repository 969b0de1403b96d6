// `shardscope simulate --costs-from` through the real command: a recording replayed, changed and refused.

#include <nlohmann/json.hpp>
#include <string>
#include <tuple>

#include "tests/profiler/cli/command_fixture.h"

namespace shardscope::cli {
namespace {

class CostsFrom : public CommandTest {
  protected:
    /// Simulates a small run into @p folder.
    void record(const std::string& folder, const std::string& args) const {
        const Outcome outcome = shardscope("simulate --steps 3 --layers 2 --hidden 128 --heads 4 " +
                                           args + " --out " + folder);
        ASSERT_EQ(outcome.status, 0) << outcome.err;
    }
    nlohmann::json replay(const std::string& args) const {
        const Outcome outcome = shardscope("simulate --record off --json --costs-from " + args);
        EXPECT_EQ(outcome.status, 0) << args << outcome.err;
        return outcome.status == 0 ? nlohmann::json::parse(outcome.out)["runs"] : nlohmann::json();
    }
    nlohmann::json reportOf(const std::string& file) const {
        const Outcome outcome = shardscope("report --json " + file);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return nlohmann::json::parse(outcome.out)["runs"][0];
    }
    void expectRefused(const std::string& args, const std::string& part) const {
        const Outcome outcome = shardscope("simulate --record off --costs-from " + args);
        EXPECT_EQ(outcome.status, 2) << args;
        EXPECT_EQ(outcome.out, "") << args;
        expectContains(outcome.err, part);
    }
};

int64_t stepNs(const nlohmann::json& run) { return run["time"]["stepNs"]["median"].get<int64_t>(); }

bool mentions(const nlohmann::json& list, const std::string& part) {
    return list.dump().find(part) != std::string::npos;
}

// A virtual clock makes every step alike, so medians are the durations, and the host's pace follows from
// the pool's calls exactly.
TEST_F(CostsFrom, ARecordedConfigurationReplayedIsTheRecordedRun) {
    for (const std::string what :
         {"--stage 0", "--stage 1", "--stage 2 --bucket 100000 --in-flight 1",
          "--stage 3 --overlap off --gpu a10", "--strategy deepspeed-2 --dtype fp16",
          "--strategy megatron --ranks 16", "--model llama --stage 2 --checkpointing full",
          "--stage 2 --shard-group 2 --allocator classic --optimizer sgd --clip 0"}) {
        std::filesystem::remove_all(folder_ / "from");
        record("from", what);
        const auto file = std::filesystem::directory_iterator(folder_ / "from")->path().string();
        const nlohmann::json recorded = reportOf(file), replayed = replay(file)[0];
        EXPECT_EQ(stepNs(replayed), stepNs(recorded)) << what;
        EXPECT_EQ(replayed["time"]["exposedCommunicationNs"],
                  recorded["time"]["exposedCommunicationNs"])
            << what;
        for (const char* key :
             {"callSequenceHash", "peakBytes", "reservedPeakBytes", "smallestLimitBytes"}) {
            EXPECT_EQ(replayed["memory"][key], recorded["memory"][key]) << what << key;
        }
        EXPECT_EQ(replayed["strategy"], recorded["strategy"]) << what;
        EXPECT_EQ(replayed["workload"], recorded["workload"]) << what;
        EXPECT_TRUE(mentions(replayed["validatedOn"], "ratio 1.000")) << replayed["validatedOn"];
        EXPECT_NEAR(replayed["replayRatio"].get<double>(), 1.0, 0.0005) << what;
    }
}

// Micro-batches after the first share a mean, while collectives slow only the last one's operations, so
// what a collective hides moves a little: by 2 % of a step at most here.
TEST_F(CostsFrom, WithAccumulationTheStepIsNearTheRecordedOne) {
    record("from", "--stage 1 --grad-accum 4 --gpu l40s --seq 512 --micro-batch 4");
    const std::string file = "from/zero-1.trace.json.gz";
    const auto recorded = static_cast<double>(stepNs(reportOf(file)));
    EXPECT_NEAR(static_cast<double>(stepNs(replay(file)[0])), recorded, 0.02 * recorded);
}

TEST_F(CostsFrom, AnotherStageKeepsWhatTheModelsOperationsTook) {
    record("from", "--stage 1,2 --gpu a100-sxm-80");
    const nlohmann::json runs = replay("from/zero-1.trace.json.gz --stage 1,2");
    ASSERT_EQ(runs.size(), 2U);
    const nlohmann::json second = reportOf("from/zero-2.trace.json.gz");
    EXPECT_EQ(runs[1]["name"], "zero-2");
    EXPECT_EQ(runs[1]["memory"]["callSequenceHash"], second["memory"]["callSequenceHash"]);
    EXPECT_EQ(runs[1]["traffic"], second["traffic"]);
    EXPECT_EQ(runs[0]["time"]["computeNs"], runs[1]["time"]["computeNs"]);
    EXPECT_EQ(runs[0]["time"]["communicationNs"], runs[1]["time"]["communicationNs"]);
    EXPECT_EQ(runs[1]["observed"]["stage"], 2);
}

TEST_F(CostsFrom, WhatTheRecordingLacksIsDerivedAndSaid) {
    record("from", "--stage 1");
    const std::string file = "from/zero-1.trace.json.gz ";
    const nlohmann::json more = replay(file + "--stage 2 --grad-accum 4 --bucket 50000")[0];
    EXPECT_EQ(more["workload"]["gradAccum"], 4);
    EXPECT_EQ(more["strategy"]["bucket"], "50000");
    for (const char* part :
         {"take the time a byte of a kernel that was: add into as residual add",
          "reduce-scatter in sizes that were not recorded", "a line fitted to"}) {
        EXPECT_TRUE(mentions(more["assumptions"], part)) << more["assumptions"];
    }
    const nlohmann::json sums = replay(file + "--grad-accum 2")[0];
    EXPECT_TRUE(mentions(sums["assumptions"], "adding to a gradient takes what writing it takes"));
    const nlohmann::json whole = replay(file + "--stage 0")[0];
    EXPECT_TRUE(mentions(whole["assumptions"], "an all-reduce that was not recorded"));
    EXPECT_GT(stepNs(more), stepNs(whole));
    const nlohmann::json wide = replay(file + "--ranks 8")[0];
    EXPECT_EQ(wide["ranks"], 8);
    EXPECT_TRUE(mentions(wide["assumptions"], "4 ranks were recorded"));
    EXPECT_TRUE(mentions(wide["assumptions"], "steps of a ring"));
}

TEST_F(CostsFrom, SeveralRecordingsFillEachOthersGaps) {
    record("from", "--stage 0,1");
    const nlohmann::json runs = replay("from --stage 0");
    EXPECT_FALSE(mentions(runs[0]["assumptions"], "was not recorded in such sizes"));
    EXPECT_EQ(runs[0]["validatedOn"].size(), 2U);
}

TEST_F(CostsFrom, AReplayIsARecordingThatCanBeReplayed) {
    record("from", "--stage 1");
    const Outcome once =
        shardscope("simulate --costs-from from/zero-1.trace.json.gz --stage 2 --out again");
    ASSERT_EQ(once.status, 0) << once.err;
    for (const char* part : {"at the times of from/zero-1.trace.json.gz",
                             "assumed:", "held against what was recorded:", "(ratio 1.000)",
                             "by what a recording's work took"}) {
        expectContains(once.out, part);
    }
    const nlohmann::json recorded = reportOf("again/zero-2.trace.json.gz");
    EXPECT_EQ(recorded["source"], "simulated");
    EXPECT_EQ(stepNs(replay("again/zero-2.trace.json.gz")[0]), stepNs(recorded));
}

TEST_F(CostsFrom, AMeasuredRunIsReplayedToItsMemory) {
    const Outcome run = shardscope(
        "run --steps 3 --model mlp --layers 2 --hidden 64 --ranks 2 --stage 1 --out from");
    ASSERT_EQ(run.status, 0) << run.err;
    const std::string file = "from/zero-1.trace.json.gz";
    const nlohmann::json measured = reportOf(file), replayed = replay(file)[0];
    EXPECT_EQ(replayed["source"], "simulated");
    EXPECT_EQ(replayed["memory"]["callSequenceHash"], measured["memory"]["callSequenceHash"]);
    EXPECT_TRUE(mentions(replayed["assumptions"], "those that meet wait"));
    EXPECT_GT(stepNs(replayed), 0);
    expectRefused(file + " --ranks 512", "share a machine's cores");
}

TEST_F(CostsFrom, RefusesWhatTheRecordingCannotSay) {
    record("from", "--stage 1");
    record("other", "--stage 2 --seq 32");
    record("alone", "--stage 1 --ranks 1");
    const std::string file = "from/zero-1.trace.json.gz ";
    expectRefused(file + "--micro-batch 2", "has no time for");
    expectRefused(file + "--dtype fp32", "gradient accumulation, layers, ranks");
    expectRefused(file + "--gpu a10", "--gpu: is given beside --costs-from");
    expectRefused(file + "--deepspeed ds.json", "--deepspeed: is given beside --costs-from");
    expectRefused(file + "--strategy zero-9", "did you mean");
    expectRefused("alone/zero-1.trace.json.gz --ranks 2", "has no time for the reduce-scatter");
    expectRefused("missing.json", "there is no such file");
    expectRefused("from,other", "sequence: found 32, but zero-1.trace.json.gz has 64");
    expectRefused("from,", "values with commas between");
}

/// What a collective costs where the device, not the host, sets the pace: the same times without it.
TEST_F(CostsFrom, ACollectiveCanBeLeftOut) {
    record("from", "--stage 2 --overlap off --seq 512 --micro-batch 16");
    const std::string file = (folder_ / "from/zero-2.trace.json.gz").string();
    for (const auto& [left, gone, kept] : {std::tuple{"all-gather", "allGather", "reduceScatter"},
                                           {"reduce-scatter", "reduceScatter", "allGather"}}) {
        const nlohmann::json runs = replay(file + " --stage 2 --overlap off --without " + left);
        ASSERT_EQ(runs.size(), 2U) << left;
        const nlohmann::json &with = runs[0]["traffic"]["perStep"],
                             &without = runs[1]["traffic"]["perStep"];
        EXPECT_EQ(without[gone]["calls"], 0) << left;
        EXPECT_GT(with[gone]["calls"], 0) << left;
        EXPECT_EQ(without[kept]["wireBytes"], with[kept]["wireBytes"]) << left;
        EXPECT_LT(stepNs(runs[1]), stepNs(runs[0])) << left;
    }
}

TEST_F(CostsFrom, RefusesFilesThatAreNoWholeRecordings) {
    record("from", "--stage 1");
    const std::string whole = contentOf(folder_ / "from/zero-1.trace.json.gz");
    write("cut.trace.json.gz", whole.substr(0, whole.size() / 2));
    expectRefused("cut.trace.json.gz", "was cut off");
    write("foreign.json", R"([{"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 2}])");
    expectRefused("foreign.json", "foreign.json");
    const auto edited = [&](const std::string& from, const std::string& to) {
        const Outcome out = shardscope("export --chrome from/zero-1.trace.json.gz");
        EXPECT_EQ(out.status, 0) << out.err;
        std::string text = contentOf(folder_ / "from/zero-1.chrome.json");
        const size_t at = text.find(from);
        ASSERT_NE(at, std::string::npos) << from;
        write("edited.trace.json", text.replace(at, from.size(), to));
    };
    edited(R"("model": "gpt")", R"("model": "gtp")");
    expectRefused("edited.trace.json", "workload.model: found \"gtp\"");
    edited(R"("hidden": 128)", R"("hidden": 256)");
    expectRefused("edited.trace.json", "buckets: are not those");
    edited(R"("preset": "zero-1")", R"("preset": "zero-2")");
    expectRefused("edited.trace.json", "strategy.");
    edited(R"("layers": 2, )", "");
    expectRefused("edited.trace.json", "workload.layers: is missing");
}

}  // namespace
}  // namespace shardscope::cli
