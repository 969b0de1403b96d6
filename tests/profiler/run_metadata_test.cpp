#include "profiler/run/run_metadata.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/profiler/recorder_run.h"

namespace shardscope::profiler {
namespace {

std::string keysOf(const traces::Json& object) {
    std::string keys;
    for (const auto& [key, value] : object.items()) keys += key + " ";
    return keys;
}

TEST(RunMetadata, HasTheNamesThatReadersKnowInTheirOrder) {
    const core::Problem problem = problemOf(2, {.ranks = 4, .gradAccum = 2});
    const traces::Json run = runMetadata(problem, {.name = "zero-2"});
    EXPECT_EQ(keysOf(run),
              "schema tool name status error source device hardware ranks steps memoryLimit "
              "poolPolicy workload strategy buckets gradientBytesPerElement numerics recorder "
              "deviceUsedPeakBytes poolIdentity notes assumptions validatedOn outOfMemory ");
    EXPECT_EQ(keysOf(run["tool"]), "version commit commandLine ");
    EXPECT_TRUE(keysOf(run["workload"])
                    .starts_with("model parameters paddingElements microBatch gradAccum "
                                 "globalBatch sequence dtype reduceDtype accumulateDtype "
                                 "optimizer seed data clip layers hidden heads vocab "));
    EXPECT_EQ(keysOf(run["strategy"]),
              "preset stage optimizer layout collective cadence storage parameters weightReturn "
              "bucket inFlight overlap parameterGradients bucketBuffers collectiveInput "
              "updateGradient shardSum unoverlapped workingShards packing ");
    EXPECT_EQ(keysOf(run["numerics"]),
              "loss gradientNorm skippedSteps lossScale weightHash ranksAgree ");
    EXPECT_EQ(keysOf(run["recorder"]), "events dropped unmatched openAtEnd clockResidualNs ");
    EXPECT_EQ(keysOf(run["buckets"][0]), "label elements realElements tied ");
}

TEST(RunMetadata, HasLlamasSizesAsTheyAreUsed) {
    core::Problem problem = problemOf(2, {.ranks = 4});
    const traces::Json gpt = runMetadata(problem, {.name = "zero-2"})["workload"];
    EXPECT_FALSE(gpt.contains("kvHeads"));
    EXPECT_FALSE(gpt.contains("checkpointing"));
    problem.workload.model = {.name = "llama", .hidden = 384, .heads = 6};
    problem.workload.model.ropeScaling.factor = 8.0;
    problem.workload.checkpointing = core::Checkpointing::Selective;
    const traces::Json llama = runMetadata(problem, {.name = "zero-2"})["workload"];
    EXPECT_EQ(llama["kvHeads"], 6);
    EXPECT_EQ(llama["headDim"], 64);
    EXPECT_EQ(llama["intermediate"], 1024);
    EXPECT_EQ(llama["ropeScaling"]["factor"], 8.0);
    EXPECT_EQ(llama["checkpointing"], "selective");
}

TEST(RunMetadata, SaysWhatWasRun) {
    const core::Problem problem = problemOf(2, {.ranks = 4, .gradAccum = 2});
    const traces::Json run = runMetadata(problem, {.name = "zero-2-g2", .steps = 3});
    EXPECT_EQ(run["schema"], "shardscope.recording/1");
    EXPECT_EQ(run["ranks"], 4);
    EXPECT_EQ(run["steps"], 3);
    EXPECT_EQ(run["error"], nullptr);
    EXPECT_EQ(run["poolPolicy"], "expandable");
    EXPECT_EQ(run["gradientBytesPerElement"], 2);
    EXPECT_EQ(run["workload"]["globalBatch"], 8);
    EXPECT_EQ(run["workload"]["parameters"], problem.graph.parameterCount());
    EXPECT_EQ(run["workload"]["optimizerStateBytesPerParameter"], 12);
    EXPECT_EQ(run["strategy"]["preset"], "zero-2");
    EXPECT_EQ(run["strategy"]["stage"], 2);
    EXPECT_EQ(run["strategy"]["bucket"], "layer");
    EXPECT_EQ(run["buckets"].size(), static_cast<size_t>(problem.buckets.count()));
    EXPECT_FALSE(run["tool"]["version"].get<std::string>().empty());
}

TEST(RunMetadata, SaysWhatTheWeightsAreAndSinceWhenRanksDiffer) {
    const core::Problem problem = problemOf(1, {.dtype = core::DType::Fp32});
    RunFacts facts;
    facts.numerics = {.loss = {1.5, std::numeric_limits<double>::quiet_NaN()},
                      .gradientNorm = {0.25},
                      .weightHash = 0xabc,
                      .ranksAgree = false,
                      .ranksPartAtStep = 7};
    const traces::Json run = runMetadata(problem, facts);
    EXPECT_EQ(run["numerics"]["loss"].dump(), "[1.5,null]");
    EXPECT_EQ(run["numerics"]["weightHash"], "0000000000000abc");
    EXPECT_EQ(run["numerics"]["lossScale"], nullptr);
    EXPECT_EQ(run["numerics"]["ranksPartAtStep"], 7);
    EXPECT_EQ(run["workload"]["optimizerStateBytesPerParameter"], 8);
}

TEST(RunMetadata, ExplainsRunningOutOfMemory) {
    const core::Problem problem = problemOf(1, {.ranks = 2});
    RunFacts facts{.status = "oom",
                   .error = core::Error{core::ErrorCode::OutOfMemory, "full", "rank 1"}};
    facts.outOfMemory = core::OutOfMemoryReport{.rank = core::Rank{1},
                                                .step = 2,
                                                .microBatch = 0,
                                                .phase = core::Phase::Backward,
                                                .bucket = core::BucketId{0},
                                                .buffer = "gradients B3",
                                                .requested = 100,
                                                .totals = {50, 60, 70},
                                                .limit = 80,
                                                .live = {},
                                                .largest = {}};
    facts.outOfMemory->live[0] = 50;
    facts.outOfMemory->largest = {{"weights B0", core::Category::Weights, 50}};
    const traces::Json run = runMetadata(problem, facts);
    EXPECT_EQ(run["status"], "oom");
    EXPECT_EQ(run["error"], "rank 1: full");
    const traces::Json& report = run["outOfMemory"];
    EXPECT_TRUE(keysOf(report).starts_with("rank step microBatch phase bucket label buffer "));
    EXPECT_EQ(report["label"], problem.buckets.labelOf(core::BucketId{0}));
    EXPECT_EQ(report["live"], 50);
    EXPECT_EQ(report["reserved"], 70);
    EXPECT_EQ(report["liveByCategory"].dump(), R"({"weights":50})");
    EXPECT_EQ(report["largest"][0]["name"], "weights B0");
}

TEST(RunMetadata, NamesWhatWasLeftOutOnPurpose) {
    core::Strategy strategy = *core::presetNamed("zero-1", "test");
    strategy.omit = core::Omit::AllGather;
    strategy.bucket.elements = 5000;
    const traces::Json out = strategyMetadata(strategy);
    EXPECT_EQ(out["without"], "all-gather");
    EXPECT_EQ(out["bucket"], "5000");
}

}  // namespace
}  // namespace shardscope::profiler
