// Rows, their Pareto front, the recommendation, and what would have to change.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/base/units.h"
#include "core/capacity/advice.h"

namespace shardscope::core {
namespace {

PlanQuestion question() {
    PlanQuestion q;
    q.base.model = {
        .name = "gpt", .layers = 3, .hidden = 192, .heads = 4, .vocab = 300, .sequence = 40};
    for (const char* name : {"zero-0", "zero-1", "zero-2", "zero-3"}) {
        q.strategies.push_back(*presetNamed(name, "test"));
    }
    return q;
}

std::vector<PlanRow> evaluated(const PlanQuestion& q, Evaluator& evaluator, int threads = 2) {
    std::vector<PlanRow> rows = rowsOf(q);
    evaluate(evaluator, rows, threads, {}, nullptr);
    return rows;
}

std::vector<PlanRow> evaluated(const PlanQuestion& q) {
    Evaluator evaluator(q.base, {.policy = q.policy, .budgetBytes = q.budgetBytes});
    return evaluated(q, evaluator);
}

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

TEST(Recommendation, IsTheCheapestThatFitsAndSaysWhy) {
    PlanQuestion q = question();
    q.base.model.hidden = 384;
    q.base.model.layers = 6;
    q.ranks = {8};
    q.budgetBytes = evaluated(q)[2].neededBytes();  // what zero-2 reserves
    const auto rows = evaluated(q);
    const auto found = recommend(q, rows);
    ASSERT_TRUE(found);
    EXPECT_EQ(rows[found->row].at.strategy.preset, "zero-2");  // zero-3 sends half as much again
    EXPECT_NE(found->reason.find("zero-2, 8 ranks, micro-batch 1, G 1, bucket layer, in-flight 2: "
                                 "of the 2 of 4 configurations that fit"),
              std::string::npos)
        << found->reason;
    EXPECT_NE(found->reason.find("zero-1 with the same settings needs"), std::string::npos)
        << found->reason;
    ASSERT_TRUE(found->lower);
    EXPECT_EQ(rows[*found->lower].at.strategy.preset, "zero-1");
    EXPECT_EQ(found->fitting, 2U);
}

TEST(Recommendation, IsByStepTimeWhereEveryRowHasOne) {
    PlanQuestion q = question();
    auto rows = evaluated(q);
    for (size_t i = 0; i < rows.size(); ++i) rows[i].result->stepNs = 1'000'000;
    EXPECT_EQ(basisOf(rows), CostBasis::StepTime);
    rows[3].result->stepNs = 900'000;
    const auto found = recommend(q, rows);
    EXPECT_EQ(found->row, 3U);
    EXPECT_NE(found->reason.find("(a step 0.9 ms)"), std::string::npos) << found->reason;
    rows[0].result->stepNs.reset();
    EXPECT_EQ(basisOf(rows), CostBasis::SentBytes);
}

TEST(NothingFits, NamesChangesThatEachAreEnough) {
    PlanQuestion q = question();
    q.strategies = {q.strategies[1]};
    q.microBatches = {8};
    q.ranks = {2};
    q.budgetBytes = evaluated(q)[0].neededBytes() - 2 * kMiB;
    Evaluator evaluator(q.base, {.budgetBytes = q.budgetBytes});
    const auto rows = evaluated(q, evaluator);
    EXPECT_FALSE(recommend(q, rows));
    const auto nothing = whatWouldFit(evaluator, q, rows);
    ASSERT_TRUE(nothing);
    EXPECT_FALSE(nothing->together);
    ASSERT_GE(nothing->changes.size(), 2U);
    for (const Change& change : nothing->changes) {
        EXPECT_TRUE(evaluator.evaluate(change.row.at)->fits) << change.what;
    }
    EXPECT_EQ(nothing->changes.back().what.find("--ranks "), 0U);
}

TEST(NothingFits, FindsTheLeastMultipleOfTheRanks) {
    PlanQuestion q = question();
    q.strategies = {q.strategies[3]};
    q.ranks = {2};
    q.inFlights = {1};
    PlanQuestion six = q;
    six.ranks = {6};
    q.budgetBytes = evaluated(six)[0].neededBytes();
    Evaluator evaluator(q.base, {.budgetBytes = q.budgetBytes});
    const auto nothing = whatWouldFit(evaluator, q, evaluated(q, evaluator));
    const auto ranks = std::ranges::find_if(
        nothing->changes, [](const Change& c) { return c.what.starts_with("--ranks"); });
    ASSERT_NE(ranks, nothing->changes.end());
    const int found = ranks->row.at.ranks;
    EXPECT_LE(found, 6);
    EXPECT_TRUE(evaluator.evaluate(ranks->row.at)->fits);
    Configuration less = ranks->row.at;
    less.ranks -= 2;
    EXPECT_FALSE(evaluator.evaluate(less)->fits);
}

TEST(NothingFits, CombinesChangesWhenNoneAloneIsEnough) {
    PlanQuestion q = question();
    q.base.model.hidden = 384;
    q.strategies = {q.strategies[0]};
    q.microBatches = {16};
    PlanQuestion least = question();
    least.base.model.hidden = 384;
    least.strategies = {least.strategies[3]};
    least.ranks = {64};
    least.inFlights = {1};
    q.budgetBytes = evaluated(least)[0].neededBytes();
    Evaluator evaluator(q.base, {.budgetBytes = q.budgetBytes});
    const auto nothing = whatWouldFit(evaluator, q, evaluated(q, evaluator));
    ASSERT_TRUE(nothing);
    EXPECT_TRUE(nothing->together);
    ASSERT_EQ(nothing->changes.size(), 1U);
    EXPECT_NE(nothing->changes[0].what.find("--stage 3 --micro-batch 1"), std::string::npos);
}

TEST(NothingFits, SaysSoWhenNoChangeHelps) {
    PlanQuestion q = question();
    q.budgetBytes = 1 * kMiB;
    Evaluator evaluator(q.base, {.budgetBytes = q.budgetBytes});
    const auto nothing = whatWouldFit(evaluator, q, evaluated(q, evaluator));
    ASSERT_TRUE(nothing);
    EXPECT_TRUE(nothing->changes.empty());
}

TEST(NothingFits, KeepsTheGlobalBatch) {
    PlanQuestion q = question();
    q.strategies = {q.strategies[1]};
    q.microBatches = {8};
    q.globalBatch = 32;
    q.budgetBytes = evaluated(q)[0].neededBytes() - 2 * kMiB;
    Evaluator evaluator(q.base, {.budgetBytes = q.budgetBytes});
    const auto nothing = whatWouldFit(evaluator, q, evaluated(q, evaluator));
    for (const Change& change : nothing->changes) EXPECT_EQ(change.row.at.globalBatch(), 32);
}

TEST(TermsThatStay, AreWhatShardingDoesNotDivide) {
    const PlanQuestion q = question();
    Evaluator evaluator(q.base, {});
    const auto has = [&](size_t strategy, Category category) {
        const auto terms = termsThatStay(
            evaluator, {.strategy = q.strategies[strategy], .ranks = 4, .microBatch = 4});
        return std::ranges::find(terms, category, &Term::category) != terms.end();
    };
    EXPECT_TRUE(has(0, Category::OptimizerState));
    EXPECT_FALSE(has(1, Category::OptimizerState));
    EXPECT_TRUE(has(1, Category::Weights));
    EXPECT_TRUE(has(2, Category::Weights));
    EXPECT_TRUE(has(2, Category::Activations));
    EXPECT_TRUE(has(3, Category::Activations));
}

}  // namespace
}  // namespace shardscope::core
