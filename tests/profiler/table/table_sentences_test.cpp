// Every sentence is computed, and says the opposite where the opposite is true.

#include <algorithm>

#include "tests/profiler/table/table_says.h"

namespace shardscope::cli {
namespace {

using doubles::Scenario;
using table::played;
using table::sized;
using traces::RunReport;

/// 1 holds 7 buckets of 3 MiB; 2 holds two and seven shards of 0.75 MiB: 21.0 - 11.25 = 9.75 less.
TEST(Sentences, OneToTwoSavesMemoryForTheSameBytes) {
    expectSays(
        oneAndTwo(sized("")),
        "1 -> 2, G=1: -9.8 MiB (states alone -15.7). Same bytes sent; only how long gradients "
        "live differs.");
}

TEST(Sentences, AccumulationCostsTraffic) {
    expectSays(oneAndTwo(sized("", 4)),
               "2.5 x the traffic: 2 reduces every micro-batch, 1 only after "
               "the last.");
}

TEST(Sentences, ActivationsThatDominateAreTheReason) {
    std::vector<RunReport> reports = oneAndTwo(sized(""));
    for (RunReport& report : reports) {  // as a model whose activations stand when backward begins
        using core::Category;
        auto& peak = report.memory.peak;
        peak.phase = "forward";
        peak.composition[static_cast<size_t>(Category::Activations)] += 500 << 20;
        peak.bytes += 500 << 20;
        for (const Category none : {Category::Gradients, Category::GradientShards}) {
            peak.bytes -= peak.composition[static_cast<size_t>(none)];
            peak.composition[static_cast<size_t>(none)] = 0;
        }
    }
    expectSays(reports,
               "ZeRO-2 saves nothing at the peak here (+0.0 MiB), because 1 peaks in forward, "
               "where activations dominate (518.0 MiB) and only 0.0 MiB of its 21.0 MiB "
               "full-size gradients exist yet.");
}

TEST(Sentences, BucketsInFlightCanExceedTheSaving) {
    Scenario scenario = sized("");
    scenario.buckets = 3;
    scenario.ranks = 2;
    expectSays(oneAndTwo(scenario),
               "because the buckets in flight and the shards of 2 (10.5 MiB) weigh "
               "as much as the gradients that 1 holds at its peak (9.0 MiB)");
}

/// What DeepSpeed's users met: contiguous bucket buffers that outweigh a small model's gradients.
TEST(Sentences, BucketBuffersOfASmallModelAreTheReason) {
    std::vector<RunReport> reports = oneAndTwo(sized(""));
    RunReport& two = reports[1];
    two.strategy["preset"] = "deepspeed-2";
    two.strategy["stage"] = nullptr;
    auto& peak = two.memory.peak;
    peak.composition[static_cast<size_t>(core::Category::Buckets)] += 40 << 20;
    peak.bytes += 40 << 20;
    expectSays(reports, "because the model is small for its buckets: the bucket buffers of");
    expectSays(reports, "(40.0 MiB) and its shards weigh more than the gradients that");
    expectSays(reports, "holds at its peak (21.0 MiB)");
}

TEST(Sentences, OneRankAndOneBucketAreReasons) {
    Scenario alone = sized("");
    alone.ranks = 1;
    expectSays(oneAndTwo(alone), "because N = 1: there is nobody to share with");
    Scenario one = sized("");
    one.buckets = 1;
    expectSays(oneAndTwo(one), "because one bucket holds all gradients");
}

TEST(Sentences, OverlappingIntervalsCannotBeToldApart) {
    std::vector<RunReport> reports = oneAndTwo(sized(""));
    reports[0].time.stepNs = {.median = 100, .p5 = 90, .p95 = 110, .n = 19, .low = 98, .high = 102};
    reports[1].time.stepNs = {
        .median = 103, .p5 = 90, .p95 = 120, .n = 19, .low = 102, .high = 104};
    expectSays(reports, "step: G=1: 1 and 2 cannot be told apart (intervals overlap).");
    reports[1].time.stepNs.low = 103;
    expectSays(reports, "G=1: 1 is x 1.03 faster than 2");
    std::swap(reports[0].time.stepNs, reports[1].time.stepNs);
    expectSays(reports, "G=1: 2 is x 1.03 faster than 1");
}

TEST(Sentences, EstimatedTimesWithinTheirErrorAreAlikeAsInAPlan) {
    std::vector<RunReport> reports = oneAndTwo(sized(""));
    for (RunReport& report : reports) {
        report.source = "simulated";
        report.time.mfu = 0.4;
    }
    reports[0].time.stepNs = {
        .median = 1000, .p5 = 1000, .p95 = 1000, .n = 19, .low = 1000, .high = 1000};
    reports[1].time.stepNs = {
        .median = 1040, .p5 = 1040, .p95 = 1040, .n = 19, .low = 1040, .high = 1040};
    expectSays(reports, "1 and 2 are alike (x 1.04; estimated times err by 5 %)");
    reports[1].time.stepNs = {
        .median = 1060, .p5 = 1060, .p95 = 1060, .n = 19, .low = 1060, .high = 1060};
    expectSays(reports, "1 is x 1.06 faster than 2");
}

TEST(Sentences, TooFewStepsAreNotCompared) {
    std::vector<RunReport> reports = oneAndTwo(sized(""));
    reports[0].time.stepNs = {.median = 100, .p5 = 90, .p95 = 110, .n = 5, .low = 98, .high = 102};
    reports[1].time.stepNs = {
        .median = 200, .p5 = 190, .p95 = 210, .n = 19, .low = 198, .high = 202};
    expectSays(reports, "G=1: 1 and 2 ran too few steps to compare their times (below 6)");
    reports[0].time.stepNs.n = 6;
    expectSays(reports, "G=1: 1 is x 2.00 faster than 2");
}

TEST(Sentences, TimesSayWhoseTheyAre) {
    std::vector<RunReport> reports = oneAndTwo(sized(""));
    expectSays(reports, "Times are this CPU's, not a GPU's.");
    for (RunReport& report : reports) report.source = "simulated";
    expectSays(reports, "Times are simulated: unit costs.");
    expectSilent(reports, "this CPU's");
}

TEST(Sentences, OneHashIsCountedAndDifferentOnesAreNamed) {
    std::vector<RunReport> reports = oneAndTwo(sized(""));
    expectSays(reports, "weights: G=1 one hash 8f3c91d2, 2 stages x 4 ranks.");
    reports[1].numerics["weightHash"] = "0000aaaa00000000";
    expectSays(reports, "weights: G=1 differ: 1 8f3c91d2, 2 0000aaaa.");
    expectSilent(reports, "rounded differently");
    reports[1].numerics["ranksAgree"] = false;
    expectSays(reports, "RANKS DISAGREE in 2");
}

/// As `run --stage 1,2 --steps 2 --out D; run --stage 3 --steps 1 --out D; compare D`.
TEST(Sentences, RunsOfOtherLengthOrSeedAreNotCompared) {
    std::vector<RunReport> reports = oneAndTwo(sized(""));
    reports.push_back(reports[0]);
    RunReport& third = reports[2];
    third.strategy["preset"] = "zero-3";
    third.numerics["weightHash"] = "0000aaaa00000000";
    third.numerics["loss"] = {5.5452, 5.1};
    third.steps = 2;
    expectSays(reports,
               "weights: G=1 one hash 8f3c91d2, 2 stages x 4 ranks; G=1 3 not compared with 1 and "
               "2: other number of steps.");
    expectSays(reports,
               "losses: G=1 fell 5.5452 -> 4.8713, the same bits in 1 and 2; G=1 fell 5.5452 -> "
               "5.1000 in 3.");
    expectSilent(reports, "differ:");
    EXPECT_NE(compareTwo(reports[0], third).find("weights: not compared: other number of steps.\n"),
              std::string::npos);
    third.steps = reports[0].steps;
    third.workload["seed"] = 1234;
    third.workload["dtype"] = "fp32";
    expectSays(reports, "3 not compared with 1 and 2: another seed, another dtype.");
}

TEST(Sentences, SystemsThatAddUpOtherwiseAreExcusedByTheirAxes) {
    std::vector<RunReport> reports = oneAndTwo(sized(""));
    reports.push_back(reports[1]);
    reports[2].strategy["preset"] = "ddp";
    reports[2].strategy["bucket"] = "25MiB";
    reports[2].numerics["weightHash"] = "0000aaaa00000000";
    expectSays(reports,
               "weights: G=1 differ: 1 and 2 8f3c91d2, ddp 0000aaaa (ddp: gradients or their norm "
               "are summed in another order).");
    reports[2].workload["reduceDtype"] = "fp32";
    expectSays(reports, "ddp 0000aaaa (ddp: gradients are summed in another dtype).");
    EXPECT_NE(compareTwo(reports[0], reports[2]).find("(gradients are summed in another dtype)"),
              std::string::npos);
    reports[1].numerics["weightHash"] = "0000bbbb00000000";
    expectSilent(reports, "another dtype");
}

/// fsdp2 adds up in fp32 and still has the bits of zero-2: another dtype is not what makes ddp differ.
TEST(Sentences, TheReasonIsThatAgainstRowsOfTheSameDtype) {
    std::vector<RunReport> reports{played(sized("zero-3"), "8f3c91d200000000")};
    reports[0].workload["accumulateDtype"] = "fp32";
    for (const char* preset : {"zero-2", "zero-1"}) {
        reports.push_back(played(sized(preset), "8f3c91d200000000"));
    }
    reports[2].strategy["preset"] = "ddp";
    reports[2].strategy["bucket"] = "25MiB";
    reports[2].numerics["weightHash"] = "0000aaaa00000000";
    expectSays(reports, "(ddp: gradients or their norm are summed in another order).");
}

TEST(Sentences, AccumulationExcusesHashesThatDifferByCadenceOnly) {
    std::vector<RunReport> reports = oneAndTwo(sized("", 4));
    reports.push_back(reports[0]);
    reports[2].strategy["preset"] = "zero-0";
    reports[1].numerics["weightHash"] = "0000aaaa00000000";
    expectSays(reports,
               "weights: G=4 differ: 1 and 0 8f3c91d2, 2 0000aaaa (once a step or every "
               "micro-batch: sums are rounded differently).");
    reports[2].numerics["weightHash"] = "0000bbbb00000000";
    expectSilent(reports, "rounded differently");
}

TEST(Sentences, LossesThatRiseAreSaidToRise) {
    std::vector<RunReport> reports = oneAndTwo(sized(""));
    expectSays(reports, "losses: G=1 fell 5.5452 -> 4.8713, the same bits in 1 and 2.");
    reports[1].numerics["loss"] = {5.5452, 5.1, 6.0};
    expectSays(reports, "did NOT fall in 2:");
    expectSays(reports, "different bits in each stage");
}

TEST(Sentences, ALyingLabelIsNamedWithItsReason) {
    std::vector<RunReport> reports = oneAndTwo(sized(""));
    expectSays(reports, "observed: every stage did what its name says.");
    Scenario lie = sized("zero-2");
    lie.does = "zero-1";
    reports[1] = played(lie);
    expectSays(reports, "observed: 2 at G=1 did not do what its name says:");
    expectSays(reports, "(closest: zero-1)");
    expectSilent(reports, "every stage did what its name says");
}

TEST(Sentences, WhatCannotBeObservedIsNotClaimed) {
    Scenario alone = sized("");
    alone.ranks = 1;
    expectSays(oneAndTwo(alone), "observed: stages cannot be told apart here");
}

TEST(Sentences, OfWhomNothingCanBeObservedIsSaid) {
    std::vector<RunReport> reports = oneAndTwo(sized(""));
    reports[1].observed.distinguishable = false;
    expectSays(reports,
               "observed: every stage did what its name says, as far as can be told: of 2 it "
               "cannot (N = 1, or one bucket holds all gradients).");
}

/// The dashboard lists recordings by name, a run in the order of its options.
TEST(Sentences, ThePairDoesNotDependOnTheOrderOfRows) {
    std::vector<RunReport> reports;
    for (const char* preset : {"zero-2", "zero-0", "zero-3"})
        reports.push_back(played(sized(preset)));
    expectSays(reports, "0 -> 3, G=1:");
    std::swap(reports[0], reports[2]);
    expectSays(reports, "0 -> 3, G=1:");
    std::swap(reports[0], reports[1]);
    expectSays(reports, "0 -> 3, G=1:");
}

TEST(Sentences, AWhatIfIsNoBetterThanItsReplay) {
    std::vector<RunReport> reports = oneAndTwo(sized(""));
    for (RunReport& report : reports) {
        report.source = "simulated";
        report.replayRatio = 0.87;
    }
    reports[0].time.stepNs = {
        .median = 1000, .p5 = 1000, .p95 = 1000, .n = 9, .low = 1000, .high = 1000};
    reports[1].time.stepNs = {
        .median = 1140, .p5 = 1140, .p95 = 1140, .n = 9, .low = 1140, .high = 1140};
    expectSays(reports,
               "G=1: 1 and 2 cannot be told apart (x 1.14, and what was recorded comes out x 1.15 "
               "off)");
    EXPECT_NE(compareTwo(reports[0], reports[1]).find("cannot be told apart (x 1.14"),
              std::string::npos);
    for (RunReport& report : reports) report.replayRatio = 1.1391;
    expectSays(reports,
               "cannot be told apart (x 1.14, and what was recorded comes out x 1.14 off)");
    for (RunReport& report : reports) report.replayRatio = 1.02;
    expectSays(reports, "G=1: 1 is x 1.14 faster than 2");
}

TEST(Header, ShardGroupAndStragglersAreNamed) {
    std::vector<RunReport> reports{played(sized("zero-3"))};
    expectSilent(reports, "shard group");
    expectSilent(reports, "stragglers");
    reports.push_back(reports[0]);
    reports[1].strategy["shardGroup"] = 2;
    expectSays(reports, "a = zero-3, shard group 2");
    EXPECT_NE(compareTwo(reports[0], reports[1]).find("strategy shardGroup: none -> 2"),
              std::string::npos);
    reports.erase(reports.begin());
    reports[0].stragglers = {{"sigma", 0.5}, {"seed", 7}};
    expectSays(reports, "| shard group 2 stragglers sigma 0.5, seed 7");  // two lines
}

TEST(Sentences, RecorderLossesAppearOnlyWhenThereAreAny) {
    std::vector<RunReport> reports = oneAndTwo(sized(""));
    expectSilent(reports, "recorder:");
    reports[0].recorder["dropped"] = 3;
    reports[1].recorder["unmatched"] = 2;
    expectSays(reports, "recorder: 3 records lost, 2 unmatched");
}

TEST(Sentences, NotesAreSaidOnce) {
    std::vector<RunReport> reports = oneAndTwo(sized(""));
    for (RunReport& report : reports) report.notes = {"ranks share 2 cores"};
    reports[1].notes.push_back("only here");
    const std::string text = comparisonTable(reports);
    EXPECT_EQ(text.find("ranks share 2 cores"), text.rfind("ranks share 2 cores"));
    expectSays(reports, "note (2): only here");
}

}  // namespace
}  // namespace shardscope::cli
