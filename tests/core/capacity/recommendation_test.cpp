// What is recommended, and why.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "core/base/units.h"
#include "core/capacity/advice.h"
#include "tests/core/capacity/plan_questions.h"

namespace shardscope::core {
namespace {

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

/// Two rows that fit, told apart by what @p differ says, and what the recommendation says of them.
Recommendation ofTwo(const std::function<void(PlanRow&, PlanRow&)>& differ) {
    PlanQuestion q = question();
    q.strategies = {q.strategies[2], q.strategies[2]};
    auto rows = evaluated(q);
    for (PlanRow& row : rows) row.result->stepNs = 1'000'000;
    differ(rows[0], rows[1]);
    return *recommend(q, rows);
}

TEST(Recommendation, TiesWithinTheEstimatesErrorGoToFewerRanks) {
    const auto twiceAsMany = [](int64_t stepNs) {
        return ofTwo([stepNs](PlanRow& few, PlanRow& many) {
            few.result->stepNs = 1'000'000;
            many.at.ranks = 2 * few.at.ranks;  // and twice the batch: as much GPU time a sequence
            many.result->stepNs = stepNs;
        });
    };
    const Recommendation tie = twiceAsMany(960'000);
    EXPECT_EQ(tie.row, 0U);
    EXPECT_EQ(tie.alike, 2U);
    EXPECT_TRUE(tie.fewestRanks);
    EXPECT_NE(tie.reason.find("within the estimate's error (5 %; 2 are alike); of these it has the "
                              "fewest ranks"),
              std::string::npos)
        << tie.reason;
    const Recommendation clear = twiceAsMany(940'000);
    EXPECT_EQ(clear.row, 1U);
    EXPECT_EQ(clear.alike, 1U);
    EXPECT_EQ(clear.reason.find("error"), std::string::npos) << clear.reason;
}

TEST(Recommendation, TiesGoToLessTrafficThenToMoreFreeMemory) {
    const Recommendation sends = ofTwo([](PlanRow& more, PlanRow& less) {
        more.result->stepNs = 990'000;
        more.result->sent.wireBytes = less.result->sent.wireBytes * 3 / 2;
        less.result->memory.reservedPeakBytes *= 2;
    });
    EXPECT_EQ(sends.row, 1U);
    EXPECT_TRUE(sends.leastTraffic);
    const Recommendation needs = ofTwo([](PlanRow& large, PlanRow& small) {
        large.result->sent.wireBytes -= large.result->sent.wireBytes / 1000;  // padding
        large.result->memory.reservedPeakBytes = small.result->memory.reservedPeakBytes * 2;
    });
    EXPECT_EQ(needs.row, 1U);
    EXPECT_FALSE(needs.leastTraffic);
    EXPECT_TRUE(needs.mostFree);
}

TEST(Recommendation, SaysStepsInThreeDigits) {
    EXPECT_EQ(stepText(1'407'500'000), "1.41 s");
    EXPECT_EQ(stepText(304'400'000), "304 ms");
    EXPECT_EQ(stepText(12'340'000), "12.3 ms");
    EXPECT_EQ(stepText(999'600'000), "1.00 s");
    EXPECT_EQ(stepText(900'000), "900 us");
}

TEST(Recommendation, IsByStepTimeWhereEveryRowHasOne) {
    PlanQuestion q = question();
    auto rows = evaluated(q);
    for (size_t i = 0; i < rows.size(); ++i) rows[i].result->stepNs = 1'000'000;
    EXPECT_EQ(basisOf(PlanQuestion(), rows), CostBasis::StepTime);
    rows[3].result->stepNs = 900'000;
    const auto found = recommend(q, rows);
    EXPECT_EQ(found->row, 3U);
    EXPECT_NE(found->reason.find("(a step 900 us)"), std::string::npos) << found->reason;
    rows[0].result->stepNs.reset();
    EXPECT_EQ(basisOf(PlanQuestion(), rows), CostBasis::SentBytes);
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

/// Two stages on as many ranks, one a hair below the budget.
TEST(Recommendation, LeavesMemoryToSpareAmongThoseAlikeInTime) {
    PlanQuestion q;
    q.budgetBytes = 1000 * kMiB;
    const auto row = [](int64_t needs, int64_t stepNs, int64_t sent) {
        PlanRow made{.at = {.strategy = *presetNamed("zero-1", "test"), .ranks = 4}};
        made.result = Evaluation{};
        made.result->memory.reservedPeakBytes = needs;
        made.result->stepNs = stepNs;
        made.result->sent.wireBytes = sent;
        return made;
    };
    const std::vector<PlanRow> alike{row(998 * kMiB, 1'000'000, 10),
                                     row(700 * kMiB, 1'020'000, 90)};
    const auto found = recommend(q, alike);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->row, 1U);
    EXPECT_TRUE(found->roomy);
    EXPECT_NE(found->reason.find("at least 5 % of the memory free"), std::string::npos)
        << found->reason;

    const std::vector<PlanRow> slower{row(998 * kMiB, 1'000'000, 10),
                                      row(700 * kMiB, 1'200'000, 90)};
    const auto tight = recommend(q, slower);
    EXPECT_EQ(tight->row, 0U);
    EXPECT_TRUE(tight->tight);
    EXPECT_NE(tight->reason.find("less than 5 %"), std::string::npos) << tight->reason;
}

}  // namespace
}  // namespace shardscope::core
