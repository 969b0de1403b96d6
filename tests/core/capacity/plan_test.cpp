// Rows and their Pareto front.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/base/units.h"
#include "core/capacity/advice.h"
#include "tests/core/capacity/plan_questions.h"

namespace shardscope::core {
namespace {

PlanQuestion wide() {
    PlanQuestion q = question();
    q.ranks = {2, 4, 12};
    q.microBatches = {1, 2, 3};
    q.gradAccums = {1, 2, 4};
    q.buckets = {BucketSize{}, BucketSize{20000}};
    q.inFlights = {1, 2};
    return q;
}

TEST(PlanRows, AreTheCrossProductInOrder) {
    const std::vector<PlanRow> rows = rowsOf(wide());
    ASSERT_EQ(rows.size(), 3U * 3 * 3 * 4 * 2 * 2);
    EXPECT_EQ(rows[0].at.strategy.preset, "zero-0");
    EXPECT_EQ(rows[1].at.strategy.inFlight, 2);
    EXPECT_EQ(rows[2].at.strategy.bucket.elements, 20000);
    EXPECT_EQ(rows[4].at.strategy.preset, "zero-1");
    EXPECT_EQ(rows[16].at.gradAccum, 2);
    EXPECT_EQ(rows[48].at.microBatch, 2);
    EXPECT_EQ(rows[144].at.ranks, 4);
}

TEST(PlanRows, HaveTheGOfAGlobalBatchOrSayWhyNot) {
    PlanQuestion q = wide();
    q.globalBatch = 24;
    q.ranks = {2, 5, 48};
    std::set<std::string> reasons;
    for (const PlanRow& row : rowsOf(q)) {
        if (row.reason.empty()) {
            EXPECT_EQ(row.at.globalBatch(), 24);
            EXPECT_EQ(row.at.ranks, 2);
        }
        reasons.insert(row.reason);
    }
    EXPECT_TRUE(
        reasons.contains("global batch 24 is no multiple of micro-batch x ranks = 3 x 5 = 15"));
    EXPECT_TRUE(
        reasons.contains("global batch 24 is no multiple of micro-batch x ranks = 1 x 48 = 48"));
}

TEST(PlanRows, HaveTheAttentionAndTheShardGroupThatAreListed) {
    PlanQuestion q = question();
    q.base.model.sequence = 256;
    q.strategies = {q.strategies[3]};
    q.attentions = {Attention::Materialized, Attention::Flash};
    q.shardGroups = {0, 2};
    const auto rows = evaluated(q);
    ASSERT_EQ(rows.size(), 4U);
    PlanQuestion flash = q;
    flash.base.attention = Attention::Flash;
    flash.attentions.clear();
    const auto same = evaluated(flash);
    ASSERT_EQ(same.size(), 2U);
    for (size_t i = 0; i < same.size(); ++i) {
        EXPECT_EQ(rows[2 + i].result->memory, same[i].result->memory);
    }
    EXPECT_LT(rows[2].neededBytes(), rows[0].neededBytes());
    EXPECT_LT(rows[0].neededBytes(), rows[1].neededBytes()) << "groups of two shard less";
}

TEST(PlanRows, ThatCannotBeHaveNeighboursThatCan) {
    PlanQuestion q = question();
    q.globalBatch = 64;
    q.ranks = {48};
    Possible possible = nearestPossible(q);
    EXPECT_EQ(possible.ranks, (std::vector<int>{32, 64}));
    EXPECT_EQ(possible.globalBatches, (std::vector<int64_t>{48, 96}));
    q.ranks = {100};
    EXPECT_EQ(nearestPossible(q).ranks, (std::vector<int>{64}));
    q.ranks = {48, 32};
    EXPECT_TRUE(nearestPossible(q).ranks.empty()) << "32 can be";
    q.globalBatch.reset();
    q.gpusPerNode = 8;
    q.ranks = {12};
    EXPECT_EQ(nearestPossible(q).ranks, (std::vector<int>{8, 16}));
}

TEST(LikeStage, IsWhatAStrategyShards) {
    const auto of = [](const char* name) { return likeStage(*presetNamed(name, "test")); };
    for (const char* name : {"zero-0", "ddp"}) EXPECT_EQ(of(name), 0) << name;
    for (const char* name : {"zero-1", "deepspeed-1", "megatron", "llm.c", "torch-zero"}) {
        EXPECT_EQ(of(name), 1) << name;
    }
    for (const char* name : {"zero-2", "deepspeed-2"}) EXPECT_EQ(of(name), 2) << name;
    for (const char* name : {"zero-3", "fsdp2"}) EXPECT_EQ(of(name), 3) << name;
}

TEST(PlanRows, FillTheirNodes) {
    PlanQuestion q = question();
    q.gpusPerNode = 8;
    q.ranks = {4, 8, 12, 16};
    for (const PlanRow& row : rowsOf(q)) {
        EXPECT_EQ(row.reason.empty(), row.at.ranks != 12) << row.reason;
    }
    EXPECT_EQ(partlyFilled(8, 12), "12 ranks on nodes of 8 GPUs would leave one partly filled");
}

TEST(PlanRows, AreTheSameOnOneThreadAndOnMany) {
    const PlanQuestion q = wide();
    Evaluator one(q.base, {}), many(q.base, {});
    const auto a = evaluated(q, one, 1), b = evaluated(q, many, 8);
    for (size_t i = 0; i < a.size(); ++i) {
        ASSERT_TRUE(a[i].result && b[i].result);
        EXPECT_EQ(a[i].result->memory, b[i].result->memory) << wordsOf(a[i].at);
        EXPECT_EQ(a[i].result->sent, b[i].result->sent);
    }
}

TEST(PlanRows, ThatWereNotBegunWhenStoppedSaySo) {
    const PlanQuestion q = wide();
    Evaluator evaluator(q.base, {});
    std::vector<PlanRow> rows = rowsOf(q);
    const std::atomic<bool> stop{true};
    evaluate(evaluator, rows, 2, {}, &stop);
    for (const PlanRow& row : rows) EXPECT_EQ(row.reason, "interrupted before it was evaluated");
}

bool beats(const PlanRow& a, const PlanRow& b, CostBasis basis) {
    const bool noWorse = a.neededBytes() <= b.neededBytes() && costOf(a, basis) <= costOf(b, basis);
    const bool better = a.neededBytes() < b.neededBytes() || costOf(a, basis) < costOf(b, basis);
    return a.at.ranks == b.at.ranks && noWorse && better;
}

void expectFront(std::vector<PlanRow> rows, CostBasis basis) {
    const std::vector<size_t> candidates = fittingRows(rows);
    const std::vector<size_t> front = frontOf(rows, candidates, basis);
    ASSERT_FALSE(front.empty());
    const std::set<size_t> in(front.begin(), front.end());
    EXPECT_EQ(in.size(), front.size());
    for (const size_t i : candidates) {
        const bool beaten = std::ranges::any_of(
            candidates, [&](size_t j) { return beats(rows[j], rows[i], basis); });
        const bool twin = std::ranges::any_of(front, [&](size_t j) {
            return j != i && rows[j].at.ranks == rows[i].at.ranks &&
                   rows[j].neededBytes() == rows[i].neededBytes() &&
                   costOf(rows[j], basis) == costOf(rows[i], basis);
        });
        EXPECT_EQ(in.contains(i), !beaten && !twin) << wordsOf(rows[i].at);
    }
}

TEST(Front, HasEveryRowThatNoneBeatsAndNoOther) {
    std::vector<PlanRow> rows = evaluated(wide());
    expectFront(rows, CostBasis::SentBytes);
    for (size_t i = 0; i < rows.size(); ++i) {  // times in no order, some alike
        rows[i].result->stepNs = static_cast<int64_t>(1 + i * 7919 % 101) * 1000;
    }
    expectFront(rows, CostBasis::StepTime);
}

TEST(Front, LeavesOutWhatDoesNotFit) {
    PlanQuestion q = wide();
    q.budgetBytes = 12 * kMiB;
    const auto rows = evaluated(q);
    const auto fitting = fittingRows(rows);
    ASSERT_GT(fitting.size(), 0U);
    ASSERT_LT(fitting.size(), rows.size());
    expectFront(rows, CostBasis::SentBytes);
    for (const size_t i : fitting) EXPECT_LE(rows[i].neededBytes(), q.budgetBytes);
}

TEST(FindLimits, WhatARowNeedsDoesNotDependOnTheBudget) {
    PlanQuestion q;
    q.base.model = {
        .name = "gpt", .layers = 4, .hidden = 128, .heads = 4, .vocab = 512, .sequence = 64};
    for (const char* name : {"zero-0", "zero-1", "zero-2", "zero-3"}) {
        q.strategies.push_back(*presetNamed(name, "test"));
    }
    std::vector<std::vector<int64_t>> needs;
    for (const int64_t budget : {int64_t{0}, 24 * kMiB, 40 * kMiB, 4 * kGiB}) {
        q.budgetBytes = budget;
        std::vector<PlanRow> rows = rowsOf(q);
        Evaluator evaluator(q.base, {.budgetBytes = budget});
        evaluate(evaluator, rows, 1, {}, nullptr);
        findLimits(evaluator, rows, 1, nullptr);
        needs.emplace_back();
        for (const PlanRow& row : rows) {
            needs.back().push_back(row.neededBytes());
            EXPECT_EQ(row.neededBytes(), *evaluator.smallestLimit(row.at));
        }
    }
    for (const auto& other : needs) EXPECT_EQ(other, needs.front());
}

}  // namespace
}  // namespace shardscope::core
