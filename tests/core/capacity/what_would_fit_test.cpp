// What would have to change where nothing fits.

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/units.h"
#include "core/capacity/advice.h"
#include "tests/core/capacity/plan_questions.h"

namespace shardscope::core {
namespace {

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
    EXPECT_LE(nothing->changes.size(), 3U);
    EXPECT_TRUE(std::ranges::is_sorted(nothing->changes, {},
                                       [](const Change& change) { return change.row.at.ranks; }));
    for (const Change& change : nothing->changes) EXPECT_EQ(change.options, 1U) << change.what;
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

/// What is suggested to a question that nothing fits.
std::vector<Change> changesFor(const PlanQuestion& q) {
    Evaluator evaluator(q.base, {.budgetBytes = q.budgetBytes});
    const auto nothing = whatWouldFit(evaluator, q, evaluated(q, evaluator));
    return nothing ? nothing->changes : std::vector<Change>();
}

TEST(NothingFits, KeepsTheShardGroupUnlessItIsWhatChanges) {
    PlanQuestion q = question();
    q.base.model.hidden = 384;
    q.strategies = {q.strategies[2]};
    q.strategies[0].shardGroup = 2;
    q.ranks = {8};
    PlanQuestion all = q;
    all.strategies[0].shardGroup = 0;
    q.budgetBytes = evaluated(all)[0].neededBytes() + kMiB;
    const auto changes = changesFor(q);
    ASSERT_FALSE(changes.empty());
    bool groups = false;
    for (const Change& change : changes) {
        const bool changed = change.what.find("--shard-group") != std::string::npos;
        groups |= changed;
        EXPECT_EQ(change.row.at.strategy.shardGroup == 2, !changed) << change.what;
        Evaluator evaluator(q.base, {.budgetBytes = q.budgetBytes});
        EXPECT_TRUE(evaluator.evaluate(change.row.at)->fits) << change.what;
    }
    EXPECT_TRUE(groups);
}

TEST(NothingFits, ProposesFlashAttentionWhereScoresAreTheTrouble) {
    PlanQuestion q = question();
    q.base.model.sequence = 512;
    PlanQuestion flash = q;
    flash.base.attention = Attention::Flash;
    q.strategies = flash.strategies = {q.strategies[1]};
    q.budgetBytes = evaluated(flash)[0].neededBytes();
    const auto changes = changesFor(q);
    ASSERT_FALSE(changes.empty());
    EXPECT_TRUE(std::ranges::any_of(changes, [](const Change& change) {
        return change.what == "--attention flash (from materialized)";
    }));
    for (const Change& change : changes) EXPECT_EQ(change.row.at.ranks, 4) << change.what;
}

TEST(NothingFits, AddsRanksOnlyAsFewAsOtherSettingsAllow) {
    PlanQuestion q = question();
    q.base.model.hidden = 384;
    q.base.model.layers = 6;
    q.strategies = {q.strategies[2]};
    q.ranks = {2};
    q.microBatches = {1};
    PlanQuestion least = q;  // what everything together needs on six ranks
    least.strategies = {question().strategies[3]};
    least.base.attention = Attention::Flash;
    least.checkpointings = {Checkpointing::Full};
    least.inFlights = {1};
    least.ranks = {6};
    q.budgetBytes = evaluated(least)[0].neededBytes();
    const auto changes = changesFor(q);
    ASSERT_FALSE(changes.empty());
    EXPECT_LE(changes.front().row.at.ranks, 6) << changes.front().what;
    EXPECT_EQ(changes.front().what.find("--ranks "), 0U) << changes.front().what;
    EXPECT_GT(changes.front().options, 1U);
    EXPECT_GE(changes.back().row.at.ranks, changes.front().row.at.ranks);
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

TEST(NothingFits, OnOneMachineFewerRanksAreWhatHelps) {
    PlanQuestion q = question();
    q.strategies = {q.strategies[0]};
    q.inFlights = {1};
    q.ranks = {8};
    q.oneMachine = true;
    PlanQuestion five = q;
    five.ranks = {5};
    q.budgetBytes = 5 * evaluated(five)[0].neededBytes();
    Hardware machine;
    machine.gpu = {.memoryBandwidthGBps = 20, .bf16Tflops = 0.2, .fp32Tflops = 0.2};
    machine.cpu.cores = 2;
    Evaluator evaluator(q.base, {.budgetBytes = q.budgetBytes,
                                 .machine = std::make_shared<const Hardware>(machine)});
    const auto nothing = whatWouldFit(evaluator, q, evaluated(q, evaluator));
    ASSERT_TRUE(nothing);
    const auto ranks = std::ranges::find_if(
        nothing->changes, [](const Change& c) { return c.what.starts_with("--ranks"); });
    ASSERT_NE(ranks, nothing->changes.end());
    EXPECT_EQ(ranks->what, "--ranks 5 (from 8)");
    EXPECT_GE(marginOf(q, ranks->row), 0);
}

}  // namespace
}  // namespace shardscope::core
