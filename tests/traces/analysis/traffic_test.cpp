// What one rank sends in one step.

#include "tests/traces/analysis/analysed.h"

namespace shardscope::traces {
namespace {

using doubles::RecordedRun;
using doubles::Scenario;

TrafficReport trafficOf(const std::string& preset, int gradAccum) {
    return analysed(Scenario{.does = preset, .label = preset, .gradAccum = gradAccum}).traffic;
}

TEST(Traffic, ElementsPerParameterAreThePapersAtOneMicroBatch) {
    EXPECT_DOUBLE_EQ(trafficOf("zero-0", 1).elementsPerParameter, 2.0);
    EXPECT_DOUBLE_EQ(trafficOf("zero-1", 1).elementsPerParameter, 2.0);
    EXPECT_DOUBLE_EQ(trafficOf("zero-2", 1).elementsPerParameter, 2.0);
    EXPECT_DOUBLE_EQ(trafficOf("zero-3", 1).elementsPerParameter, 3.0);
}

TEST(Traffic, AccumulationMakesStagesTwoAndThreeSendMore) {
    for (const auto& [preset, expected] :
         {std::pair{"zero-0", 2.0}, {"zero-1", 2.0}, {"zero-2", 5.0}, {"zero-3", 12.0}}) {
        const TrafficReport traffic = trafficOf(preset, 4);
        EXPECT_DOUBLE_EQ(traffic.elementsPerParameter, expected) << preset;
        EXPECT_DOUBLE_EQ(traffic.paperElementsPerParameter, expected) << preset;
    }
}

TEST(Traffic, CountsCallsElementsAndBytesOfOneStep) {
    const TrafficReport traffic = trafficOf("zero-2", 4);
    const CollectiveTraffic scatter{
        .calls = 24, .elements = 24 * 1000, .payloadBytes = 24 * 2048, .wireBytes = 24 * 1024};
    EXPECT_EQ(traffic.reduceScatter, scatter);
    EXPECT_EQ(traffic.allGather.calls, 6);
    EXPECT_EQ(traffic.allReduce.calls, 0);
}

TEST(Traffic, TinyCollectivesAreCountedApart) {
    const TrafficReport traffic = trafficOf("zero-1", 1);
    EXPECT_EQ(traffic.small.calls, 1);
    EXPECT_DOUBLE_EQ(traffic.elementsPerParameter, 2.0) << "the norm's all-reduce is not in it";
}

TEST(Traffic, OneRankSendsNothing) {
    RecordedRun run;
    run.run["ranks"] = 1;
    run.bucket("B0", 128, 128).inStep(0).window(0, 10);
    const TrafficReport traffic = analysed(run).traffic;
    EXPECT_DOUBLE_EQ(traffic.elementsPerParameter, 0.0);
    EXPECT_DOUBLE_EQ(traffic.paperElementsPerParameter, 0.0);
}

TEST(Traffic, ASkippedStepDoesNotDecide) {
    RecordedRun run;
    run.run["ranks"] = 1;
    run.bucket("B0", 128, 128);
    for (int64_t step = 0; step < 4; ++step) {
        run.inStep(step).window(100 * step, 100 * step + 100);
        if (step != 2) run.collective("allgather", "parameter", 0, 100 * step, 0, 100 * step + 5);
    }
    EXPECT_EQ(analysed(run).traffic.allGather.calls, 1);
}

TEST(Traffic, OneMoreForARankThatReducesToOwners) {
    RecordedRun run;
    run.bucket("B0", 128, 100);
    for (int rank : {0, 1}) {
        run.onRank(rank).inStep(0).window(0, 100).inStep(1).window(100, 200);
        run.collective("reduce", "gradient", 0, 100, 0, 110);
        run.collective("broadcast", "parameter", 0, 120, 0, 130);
    }
    const TrafficReport traffic = analysed(run).traffic;
    EXPECT_DOUBLE_EQ(traffic.elementsPerParameter, 2.0);
    EXPECT_EQ(traffic.reduce.wireBytes, 256);
    EXPECT_EQ(traffic.broadcast.calls, 1);
}

}  // namespace
}  // namespace shardscope::traces
