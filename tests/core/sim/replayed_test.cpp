// Times looked up in a recording: which stand for which, and which for nothing.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "core/plan/planner.h"
#include "core/sim/measured/replayed_costs.h"

namespace shardscope::core {
namespace {

constexpr std::array kOne{Rank{0}};
constexpr std::array kTwo{Rank{0}, Rank{1}};

constexpr CollectiveKind kReduceScatter = CollectiveKind::ReduceScatter,
                         kAllGather = CollectiveKind::AllGather,
                         kAllReduce = CollectiveKind::AllReduce;
constexpr Participants kFour{.ranks = 4};

RecordedTransfer transfer(CollectiveKind kind, double bytes, double ns, Participants who = kFour) {
    return {.kind = kind, .dtype = DType::Bf16, .bytes = bytes, .who = who, .ns = ns};
}

/// 10 us and 100 bytes a ns.
double line(double bytes) { return 10'000 + bytes / 100; }

TransferTimes scattersOnALine() {
    std::vector<RecordedTransfer> all;
    for (const double bytes : {1e5, 1e6, 1e7}) {
        all.push_back(transfer(kReduceScatter, bytes, line(bytes)));
    }
    return TransferTimes(all);
}

TEST(TransferTimes, ALineThroughRecordedSizesGivesTheOthers) {
    const TransferTimes times = scattersOnALine();
    const auto found = times.find(kReduceScatter, DType::Bf16, 4e6, kFour);
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->recorded);
    EXPECT_NEAR(found->ns, line(4e6), 1.0);
    EXPECT_NEAR(times.lineOf(kReduceScatter, kFour)->latencyNs, 10'000, 1.0);
}

TEST(TransferTimes, ARecordedSizeTakesItsOwnTimeThoughTheLineSaysOther) {
    const TransferTimes times({transfer(kAllGather, 1e5, 5e4), transfer(kAllGather, 1e6, 6e4),
                               transfer(kAllGather, 1e7, 9e6)});
    const auto found = times.find(kAllGather, DType::Bf16, 1e6, kFour);
    EXPECT_TRUE(found->recorded);
    EXPECT_EQ(found->ns, 6e4);
}

TEST(TransferTimes, OneSizeBorrowsItsLatencyFromTheSmallestCollective) {
    const TransferTimes times(
        {transfer(kReduceScatter, 1e6, line(1e6)), transfer(kAllReduce, 4, 10'000)});
    EXPECT_TRUE(times.lineOf(kReduceScatter, kFour)->borrowsLatency);
    EXPECT_NEAR(times.find(kReduceScatter, DType::Bf16, 5e5, kFour)->ns, line(5e5), 10.0);
}

TEST(TransferTimes, KindsThatWereNotRecordedAreMadeOfOthers) {
    const TransferTimes halves(
        {transfer(kReduceScatter, 1e6, 300), transfer(kAllGather, 1e6, 200)});
    const auto whole = halves.find(kAllReduce, DType::Bf16, 1e6, kFour);
    EXPECT_EQ(whole->ns, 500);
    EXPECT_EQ(whole->of, (std::vector{kReduceScatter, kAllGather}));
    const TransferTimes reduced({transfer(kAllReduce, 1e6, 500)});
    for (const CollectiveKind kind : {kReduceScatter, kAllGather, CollectiveKind::Broadcast}) {
        EXPECT_EQ(reduced.find(kind, DType::Bf16, 1e6, kFour)->ns, 250);
    }
}

TEST(TransferTimes, ATinyCollectiveSaysNothingOfALargeOne) {
    const TransferTimes tiny({transfer(kAllReduce, 4, 10'000)});
    EXPECT_FALSE(tiny.find(kAllReduce, DType::Bf16, 1e6, kFour));
    EXPECT_FALSE(tiny.find(kReduceScatter, DType::Bf16, 1e6, kFour));
    EXPECT_EQ(tiny.find(kAllReduce, DType::Fp32, 16, kFour)->ns, 10'000);
}

TEST(TransferTimes, MoreRanksTakeMoreStepsAndSendMore) {
    const auto found =
        scattersOnALine().find(kReduceScatter, DType::Bf16, 4e6, Participants{.ranks = 8});
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->otherRanks);
    EXPECT_NEAR(found->ns, 10'000 * 7.0 / 3 + 4e4 * (7.0 / 8) / (3.0 / 4), 10.0);
}

Problem problemOf(int stage, int gradAccum = 1, BucketSize bucket = {}) {
    Workload workload;
    workload.model = {.name = "mlp", .layers = 2, .hidden = 64, .heads = 1};
    workload.gradAccum = gradAccum;
    auto strategy = presetNamed("zero-" + std::to_string(stage), "");
    strategy->bucket = bucket;
    return *makeProblem(workload, *strategy, 2);
}

/// Every operation of @p problem as if it had taken @p ns, reduce-scatters and all-gathers a line.
RecordedTimes recorded(const Problem& problem, double ns) {
    RecordedTimes times;
    for (auto* plan : {&planSetup, &planStep}) {
        const StepPlan made = *(*plan)(problem, Rank{0});
        forEachAction(made, true, [&](const Action& action, int microBatch) {
            const auto* launch = std::get_if<Launch>(&action.what);
            if (!launch) return;
            times.operations.push_back(
                recordedOperation(launch->operation, made.layout, microBatch));
            times.operations.back().ns = ns;
        });
    }
    for (const CollectiveKind kind : {kReduceScatter, kAllGather}) {
        times.transfers.push_back(transfer(kind, 1e5, 2e4, Participants{.ranks = 2}));
    }
    times.transfers.push_back(transfer(kAllReduce, 4, 1e4, Participants{.ranks = 2}));
    return times;
}

bool contains(const std::vector<std::string>& list, const std::string& part) {
    return std::ranges::any_of(
        list, [&](const std::string& each) { return each.find(part) != std::string::npos; });
}

TEST(ReplayedCosts, TheSameOperationsNeedNoAssumption) {
    const Problem problem = problemOf(1);
    const ReplayedCosts costs(recorded(problem, 500));
    const auto assumptions = costs.assumptionsFor(problem, kTwo, "r");
    ASSERT_TRUE(assumptions);
    for (const std::string& each : *assumptions) {
        EXPECT_EQ(each.find("operations"), std::string::npos) << each;
    }
}

TEST(ReplayedCosts, UpdatesOfOtherSizesGoByTheirBytes) {
    RecordedTimes times = recorded(problemOf(1), 500);
    const Problem other = problemOf(1, 1, {.elements = 1});  // a bucket a parameter
    const StepPlan plan = *planStep(other, Rank{0});
    const ReplayedCosts costs(std::move(times));
    std::vector<std::pair<int64_t, int64_t>> updates;  // elements, ns
    forEachAction(plan, true, [&](const Action& action, int microBatch) {
        const auto* launch = std::get_if<Launch>(&action.what);
        const auto* adam = launch ? std::get_if<AdamW>(&launch->operation) : nullptr;
        if (!adam) return;
        updates.emplace_back(adam->elements,
                             costs.costOf(launch->operation, plan.layout, microBatch).durationNs);
    });
    ASSERT_GT(updates.size(), 2U);
    std::ranges::sort(updates);
    EXPECT_LT(updates.front().second, updates.back().second);
    EXPECT_TRUE(contains(*costs.assumptionsFor(other, kOne, "r"), "time grows with the bytes"));
}

TEST(ReplayedCosts, ALaterMicroBatchTakesTheFirstOnesTime) {
    const ReplayedCosts costs(recorded(problemOf(1), 500));
    const auto assumptions = costs.assumptionsFor(problemOf(1, 3), kOne, "r");
    ASSERT_TRUE(assumptions) << assumptions.error().message;
    EXPECT_TRUE(contains(*assumptions, "adding to a gradient takes what writing it takes"));
}

TEST(ReplayedCosts, AModelsOperationIsNeverMadeUp) {
    RecordedTimes times = recorded(problemOf(1), 500);
    std::erase_if(times.operations, [](const auto& o) { return o.shape.kernel == "matmul"; });
    const auto refused = ReplayedCosts(times).assumptionsFor(problemOf(1), kOne, "r.json");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().where, "r.json");
    EXPECT_NE(refused.error().message.find("matmul"), std::string::npos);
}

TEST(ReplayedCosts, ACollectiveThatNothingStandsForIsNamed) {
    RecordedTimes times = recorded(problemOf(1), 500);
    times.transfers.clear();
    const auto refused = ReplayedCosts(times).assumptionsFor(problemOf(1), kOne, "r.json");
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("has no time for the reduce-scatter"), std::string::npos)
        << refused.error().message;
}

}  // namespace
}  // namespace shardscope::core
