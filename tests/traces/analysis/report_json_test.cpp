// Names and order of shardscope.report/1, which other programs read.

#include "tests/traces/analysis/analysed.h"

namespace shardscope::traces {
namespace {

using doubles::Scenario;
using Keys = std::vector<std::string>;

Keys keysOf(const Json& object) {
    Keys keys;
    for (const auto& [key, value] : object.items()) keys.push_back(key);
    return keys;
}

TEST(ReportJson, DocumentHasSchemaToolAndRuns) {
    const Json tool{{"version", "1"}, {"commit", "abc"}, {"commandLine", "shardscope run"}};
    const Json document = reportDocument({analysed(Scenario{})}, tool);
    EXPECT_EQ(keysOf(document), (Keys{"schema", "tool", "runs"}));
    EXPECT_EQ(document["schema"], "shardscope.report/1");
    EXPECT_EQ(document["tool"], tool);
    EXPECT_EQ(document["runs"].size(), 1U);
}

TEST(ReportJson, ARunHasTheDesignsKeysInOrder) {
    EXPECT_EQ(
        keysOf(toJson(analysed(Scenario{}))),
        (Keys{"name",       "status",      "error",       "source",    "device",      "hardware",
              "ranks",      "steps",       "steadySteps", "recording", "workload",    "strategy",
              "observed",   "memory",      "gradients",   "traffic",   "time",        "numerics",
              "recorder",   "assumptions", "validatedOn", "notes",     "memoryLimit", "outOfMemory",
              "stragglers", "replayRatio"}));
}

TEST(ReportJson, FlashAndCheckpointingAreSaidWhereTheyAre) {
    auto report = analysed(Scenario{});
    report.workload["attention"] = "materialized";
    EXPECT_FALSE(toJson(report)["workload"].contains("attention"));
    report.workload["attention"] = "flash";
    report.workload["checkpointing"] = "full";
    EXPECT_EQ(toJson(report)["workload"]["attention"], "flash");
    EXPECT_EQ(toJson(report)["workload"]["checkpointing"], "full");
}

TEST(ReportJson, PartsHaveTheDesignsKeysInOrder) {
    const Json run = toJson(analysed(Scenario{}));
    EXPECT_EQ(
        keysOf(run["workload"]),
        (Keys{"model", "parameters", "paddingElements", "microBatch", "gradAccum", "globalBatch",
              "sequence", "dtype", "reduceDtype", "accumulateDtype", "optimizer", "seed", "data"}));
    EXPECT_EQ(keysOf(run["strategy"]),
              (Keys{"preset", "stage", "optimizer", "layout", "collective", "cadence", "storage",
                    "parameters", "weightReturn", "bucket", "inFlight", "overlap", "shardGroup"}));
    EXPECT_EQ(keysOf(run["observed"]),
              (Keys{"stage", "closest", "agrees", "distinguishable", "axes", "evidence"}));
    EXPECT_EQ(keysOf(run["memory"]),
              (Keys{"peakBytes", "peakPhase", "peakStep", "peakRank", "atPeak", "peakPerPhase",
                    "perRankPeakBytes", "perRankPeakOf", "allocatedPeakBytes", "reservedPeakBytes",
                    "deviceUsedPeakBytes", "smallestLimitBytes", "callSequenceHash", "fits",
                    "modelStates", "peakMicroBatch", "second"}));
    EXPECT_EQ(keysOf(run["memory"]["second"]),
              (Keys{"bytes", "phase", "step", "microBatch", "rank", "atPeak"}));
    EXPECT_EQ(keysOf(run["memory"]["modelStates"]), (Keys{"bytes", "paperBytes", "convention"}));
    EXPECT_EQ(keysOf(run["gradients"]),
              (Keys{"buckets", "peakLiveFullBytes", "peakLiveFullBuckets", "tiedFullBytes",
                    "shardBytes", "heldShare", "deadByteSeconds", "perBucket", "liveGrowth"}));
    EXPECT_EQ(keysOf(run["gradients"]["perBucket"].front()),
              (Keys{"label", "fullBytes", "heldShare", "deadShare", "bornNs", "releasedNs",
                    "releaseLagNs"}));
    EXPECT_EQ(keysOf(run["traffic"]),
              (Keys{"perStep", "elementsPerParameter", "paperElementsPerParameter"}));
    EXPECT_EQ(keysOf(run["traffic"]["perStep"]),
              (Keys{"reduceScatter", "allGather", "allReduce", "reduce", "broadcast", "small"}));
    EXPECT_EQ(keysOf(run["traffic"]["perStep"]["allGather"]),
              (Keys{"calls", "elements", "payloadBytes", "wireBytes"}));
    EXPECT_EQ(keysOf(run["time"]),
              (Keys{"stepNs", "computeNs", "communicationNs", "exposedCommunicationNs", "waitingNs",
                    "stallNs", "tokensPerSecond", "mfu", "stallByCauseNs", "slowestRank",
                    "hostBoundNs"}));
    EXPECT_EQ(
        keysOf(run["time"]["slowestRank"]),
        (Keys{"rank", "step", "stepNs", "computeNs", "stallNs", "stallByCauseNs", "otherNs",
              "communicationNs", "hiddenCommunicationNs", "exposedCommunicationNs", "waitingNs"}));
    EXPECT_EQ(keysOf(run["time"]["stepNs"]), (Keys{"median", "p5", "p95", "n", "interval95"}));
    EXPECT_EQ(run["time"]["stepNs"]["interval95"].size(), 2U);
    EXPECT_EQ(keysOf(run["numerics"]), (Keys{"loss", "gradientNorm", "skippedSteps", "lossScale",
                                             "weightHash", "ranksAgree"}));
    EXPECT_EQ(keysOf(run["recorder"]), (Keys{"events", "dropped", "unmatched", "openAtEnd",
                                             "clockResidualNs", "recordNs", "stepShare"}));
}

TEST(ReportJson, WhatMakesRanksDifferAndWhatAReplayIsWorthAreThere) {
    Trace trace = doubles::recordingOf(Scenario{});
    trace.run["stragglers"] = {{"sigma", 0.5}, {"seed", 7}};
    trace.run["replayRatio"] = 0.87;
    trace.run["strategy"]["shardGroup"] = 2;
    const Json run = toJson(analysed(trace));
    EXPECT_EQ(run["stragglers"]["seed"], 7);
    EXPECT_EQ(run["replayRatio"], 0.87);
    EXPECT_EQ(run["strategy"]["shardGroup"], 2);
}

TEST(ReportJson, AtPeakAddsUpToThePeak) {
    const Json memory = toJson(analysed(Scenario{}))["memory"];
    int64_t sum = 0;
    for (const auto& [category, bytes] : memory["atPeak"].items()) sum += bytes.get<int64_t>();
    EXPECT_EQ(sum, memory["peakBytes"].get<int64_t>());
    EXPECT_EQ(memory["atPeak"].size(), static_cast<size_t>(core::kCategories));
}

TEST(ReportJson, WhatIsUnknownIsNull) {
    const Json run = toJson(analysed(Scenario{.ranks = 1}));
    EXPECT_TRUE(run["error"].is_null());
    EXPECT_TRUE(run["observed"]["stage"].is_null());
    EXPECT_TRUE(run["observed"]["closest"].is_null());
    EXPECT_TRUE(run["observed"]["axes"].is_object());
    EXPECT_TRUE(run["memory"]["deviceUsedPeakBytes"].is_null());
    EXPECT_TRUE(run["memory"]["fits"].is_null());
    EXPECT_TRUE(run["time"]["mfu"].is_null());
    EXPECT_TRUE(run["time"]["hostBoundNs"].is_null());
    EXPECT_TRUE(run["recorder"]["stepShare"].is_null());
    EXPECT_TRUE(run["numerics"]["lossScale"].is_null());
    EXPECT_TRUE(run["assumptions"].is_array());
}

}  // namespace
}  // namespace shardscope::traces
