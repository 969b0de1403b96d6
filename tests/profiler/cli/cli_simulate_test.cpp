// `shardscope simulate` through the real command: what it says of a machine, and what it refuses.

#include <nlohmann/json.hpp>

#include "tests/profiler/cli/command_fixture.h"

namespace shardscope::cli {
namespace {

constexpr const char* kModel =
    "--layers 4 --hidden 256 --heads 4 --seq 256 --stage 2 --record off ";

class Simulate : public CommandTest {
  protected:
    Outcome simulate(const std::string& args) const {
        return shardscope(std::string("simulate ") + kModel + args);
    }
    nlohmann::json report(const std::string& args) const {
        const Outcome outcome = simulate("--json " + args);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return nlohmann::json::parse(outcome.out)["runs"][0];
    }
    void expectRefused(const std::string& args, const std::string& part) const {
        const Outcome outcome = simulate(args);
        EXPECT_EQ(outcome.status, 2) << args;
        EXPECT_EQ(outcome.out, "") << args;
        expectContains(outcome.err, part);
    }
};

TEST_F(Simulate, NamesTheMachineInTheTableAndWhatItWouldMakeOfTheRun) {
    const Outcome outcome = simulate("--ranks 64");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    for (const char* part : {"simulated, 64 ranks of NVIDIA H100 SXM5", "nvlink-4 + 8x400g",
                             "tokens/s/GPU", "MFU", "exposed", "fits", "uncalibrated"}) {
        expectContains(outcome.out, part);
    }
}

/// As on GPUs (gpu/communicators/nccl_groups.h): all ranks' own, the group's, and the replicas'.
TEST_F(Simulate, ShardGroupsHaveCommunicatorsOfTheirOwn) {
    const auto nccl = [&](const std::string& options) {
        return report(options)["memory"]["deviceMemory"]["nccl"].get<int64_t>();
    };
    EXPECT_GT(nccl("--ranks 16"), 0);
    EXPECT_EQ(nccl("--ranks 16 --shard-group 8"), 3 * nccl("--ranks 16"));
    EXPECT_EQ(nccl("--ranks 16 --shard-group 16"), nccl("--ranks 16"));
    EXPECT_EQ(nccl("--ranks 1"), 0);
}

TEST_F(Simulate, TheReportSaysWhatWasAssumedAndHowTheDeviceIsFilled) {
    const nlohmann::json run = report("--ranks 64 --gpu a100-sxm-80");
    EXPECT_EQ(run["source"], "simulated");
    EXPECT_EQ(run["ranks"], 64);
    EXPECT_GT(run["assumptions"].size(), 4U);
    expectContains(run["assumptions"].dump(),
                   "slow each other: its channels keep 16 of 108 multiprocessors");
    EXPECT_GT(run["time"]["mfu"].get<double>(), 0.0);
    EXPECT_LT(run["time"]["mfu"].get<double>(), 1.0);
    EXPECT_EQ(run["memory"]["fits"], true);
    const nlohmann::json& device = run["memory"]["deviceMemory"];
    int64_t sum = 0;
    for (const char* term : {"reserved", "slack", "context", "nccl", "library"}) {
        sum += device[term].get<int64_t>();
    }
    EXPECT_EQ(run["memory"]["deviceUsedPeakBytes"], sum);
    EXPECT_EQ(device["reserved"], run["memory"]["reservedPeakBytes"]);
}

TEST_F(Simulate, MemoryIsTheSameOnEveryMachineAndOnlyFitsDiffers) {
    const std::string large =
        "simulate --stage 2 --record off --json --ranks 8 --layers 32 --hidden 4096 --heads 32 "
        "--seq 1024 ";
    const auto of = [&](const std::string& gpu) {
        return nlohmann::json::parse(shardscope(large + gpu).out)["runs"][0];
    };
    const nlohmann::json small = of("--gpu rtx-4090"), big = of("");
    EXPECT_EQ(small["memory"]["callSequenceHash"], big["memory"]["callSequenceHash"]);
    EXPECT_EQ(small["memory"]["peakBytes"], big["memory"]["peakBytes"]);
    EXPECT_EQ(small["memory"]["fits"], false);
    EXPECT_EQ(big["memory"]["fits"], true);
    EXPECT_GT(small["time"]["stepNs"]["median"], big["time"]["stepNs"]["median"]);
    EXPECT_GT(small["memory"]["deviceUsedPeakBytes"], small["memory"]["deviceMemory"]["capacity"]);
}

TEST_F(Simulate, StandsForAllByTheRankThatPeaksHighestAsRunAndPlanFindIt) {
    const std::string options =
        " --strategy deepspeed-2 --layers 2 --hidden 64 --heads 2 --ranks 16 --bucket 5000 "
        "--grad-accum 2 --accumulate-dtype fp32 ";
    const auto of = [&](const std::string& more) {
        const Outcome outcome = shardscope(more);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return nlohmann::json::parse(outcome.out);
    };
    const auto ran = of("run --steps 2 --record off --json" + options)["runs"][0]["memory"];
    const auto simulated =
        of("simulate --steps 2 --record off --json" + options)["runs"][0]["memory"];
    const auto planned = of("plan --json" + options)["rows"][0]["memory"];
    EXPECT_EQ(simulated["peakBytes"], ran["peakBytes"]);
    EXPECT_EQ(planned["peakBytes"], ran["peakBytes"]);
    EXPECT_EQ(simulated["peakRank"], ran["peakRank"]);
    EXPECT_EQ(simulated["callSequenceHash"], ran["callSequenceHash"]);
    EXPECT_EQ(simulated["perRankPeakOf"], nlohmann::json::array({ran["peakRank"]}));
    EXPECT_EQ(ran["perRankPeakOf"].size(), 16U);
    const Outcome recorded = shardscope("simulate --steps 2 --out out" + options);
    ASSERT_EQ(recorded.status, 0) << recorded.err;
    expectContains(shardscope("report out").out,
                   "1 of 16 ranks simulated: rank " + ran["peakRank"].dump());
}

TEST_F(Simulate, StragglersMakeOthersWait) {
    const nlohmann::json alike = report("--ranks 64");
    const nlohmann::json drawn = report("--ranks 64 --stragglers 0.2,5");
    EXPECT_EQ(alike["time"]["waitingNs"], 0);
    EXPECT_GT(drawn["time"]["waitingNs"].get<int64_t>(), 0);
    EXPECT_GT(drawn["time"]["stepNs"]["median"], alike["time"]["stepNs"]["median"]);
    EXPECT_EQ(drawn["memory"]["peakBytes"], alike["memory"]["peakBytes"]);
    EXPECT_TRUE(alike["stragglers"].is_null());
    EXPECT_EQ(drawn["stragglers"], (nlohmann::json{{"sigma", 0.2}, {"seed", 5}}));
}

/// The slowest rank computes while others stand still: maxima over ranks exceed a step.
TEST_F(Simulate, TheSlowestRanksPartsAddUpToItsStep) {
    const nlohmann::json split = report("--ranks 64 --stragglers 0.5")["time"]["slowestRank"];
    const auto ns = [&](const char* key) { return split[key].get<int64_t>(); };
    EXPECT_EQ(ns("computeNs") + ns("stallNs") + ns("otherNs"), ns("stepNs"));
    EXPECT_LE(ns("computeNs") + ns("exposedCommunicationNs"), ns("stepNs"));
    int64_t causes = 0;
    for (const auto& [cause, part] : split["stallByCauseNs"].items()) causes += part.get<int64_t>();
    EXPECT_EQ(causes, ns("stallNs"));
}

TEST_F(Simulate, ShardGroupAndStragglersAreInTheHeaderAndInTheReport) {
    const Outcome run =
        shardscope("simulate --ranks 4 --stage 3 --shard-group 2 --stragglers 0.5,7 --out out");
    ASSERT_EQ(run.status, 0) << run.err;
    expectContains(run.out, "shard group 2");
    expectContains(run.out, "stragglers sigma 0.5, seed 7");
    const Outcome detail = shardscope("report out");
    expectContains(detail.out, "zero-3, shard group 2 (ok), simulated, 4 ranks");
    expectContains(detail.out, "stragglers sigma 0.5, seed 7");
    expectContains(shardscope("report --json out").out, "\"shardGroup\": 2");
}

TEST_F(Simulate, AFileChangesSingleCoefficients) {
    write("mine.json", R"({"schema": "shardscope.hardware/1", "name": "mine", "extends": "h100-sxm",
        // half the bandwidth
        "gpu": {"memoryBandwidth": 1675},
    })");
    const nlohmann::json usual = report("--ranks 8"),
                         mine = report("--ranks 8 --hardware mine.json");
    EXPECT_GT(mine["time"]["computeNs"], usual["time"]["computeNs"]);
    expectContains(mine["hardware"].get<std::string>(), "mine");
}

TEST_F(Simulate, ModelHelpListsEveryModelAndWhatIsKnownOfIt) {
    for (const char* command : {"run --model help", "plan --ranks 8 --model=help"}) {
        const Outcome outcome = shardscope(command);
        EXPECT_EQ(outcome.status, 0);
        expectContains(outcome.out, "llama-3.1-8b");
        expectContains(outcome.out, "8,030,261,248  runs, simulated, planned");
        expectContains(outcome.out, "memory of model states");
    }
}

TEST_F(Simulate, ListsWhatThereIs) {
    for (const char* spelling : {"--gpu help", "--gpu=help"}) {
        const Outcome outcome = shardscope(std::string("simulate ") + spelling);
        EXPECT_EQ(outcome.status, 0);
        for (const char* part : {"mi300x", "v100-sxm-16", "nvl72", "8x400g", "--hardware FILE"}) {
            expectContains(outcome.out, part);
        }
    }
}

TEST_F(Simulate, UnitCostsNameNoMachine) {
    const nlohmann::json run = report("--ranks 4 --gpu unit");
    EXPECT_TRUE(run["time"]["mfu"].is_null());
    EXPECT_TRUE(run["memory"]["fits"].is_null());
    expectContains(run["hardware"].get<std::string>(), "unit costs");
}

TEST_F(Simulate, RefusesWhatCannotBe) {
    expectRefused("--gpu h100", "did you mean h100-");
    expectRefused("--fabric nvlink-9", "--fabric: found \"nvlink-9\"");
    expectRefused("--gpu v100-sxm-32", "v100-sxm-32 has no units for it; allowed: fp32, fp16");
    expectRefused("--ranks 12", "multiples of 8");
    expectRefused("--stragglers -1", "SIGMA,SEED");
    expectRefused("--gpu a10 --hardware mine.json", "beside --gpu");
    expectRefused("--hardware missing.json", "missing.json");
    write("bad.json",
          "{\"schema\": \"shardscope.hardware/1\",\n \"name\": \"x\",\n \"gpu\": {\"bf15\": 1}}");
    expectRefused("--hardware bad.json", "bad.json:3:");
}

}  // namespace
}  // namespace shardscope::cli
