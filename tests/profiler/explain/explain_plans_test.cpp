// Two plans side by side: alignment, reasons from axes, numbers from plans.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "profiler/cli/explain/alignment.h"
#include "profiler/cli/explain/display_text.h"
#include "profiler/cli/explain/plan_facts.h"
#include "profiler/cli/explain/price.h"
#include "profiler/cli/explain/reasons.h"
#include "tests/profiler/explain/explain_cases.h"

namespace shardscope::explain {
namespace {

core::Problem problemOf(int stage, int gradAccum, int ranks = 4) {
    return core::makeProblem(smallWorkload(gradAccum), preset(stage), ranks).value();
}

PlanFacts factsOf(const core::Problem& problem) {
    return explain::factsOf(problem, planSetup(problem, core::Rank{0}).value(),
                            planStep(problem, core::Rank{0}).value());
}

/// Everything about a pair of stages.
struct Pair {
    Pair(int left, int right, int gradAccum, int ranks = 4)
        : l(problemOf(left, gradAccum, ranks)),
          r(problemOf(right, gradAccum, ranks)),
          leftStep(planStep(l, core::Rank{0}).value()),
          rightStep(planStep(r, core::Rank{0}).value()),
          leftLines(linesOf(leftStep)),
          rightLines(linesOf(rightStep)),
          rows(align(leftLines, rightLines)) {}

    std::set<Message> reasons() const {
        std::set<Message> all;
        for (const AlignedRow& row : rows) {
            for (const Reason& reason : reasonsOf(row, l, r)) all.insert(reason.message);
        }
        return all;
    }

    core::Problem l, r;
    core::StepPlan leftStep, rightStep;
    std::vector<PlanLine> leftLines, rightLines;
    std::vector<AlignedRow> rows;
};

template <class Visit>
void forEachPair(Visit&& visit) {
    for (int left = 0; left < 4; ++left) {
        for (int right = 0; right < 4; ++right) {
            for (int gradAccum : {1, 4}) {
                SCOPED_TRACE(fmt::format("{},{} G {}", left, right, gradAccum));
                visit(left, right, gradAccum);
            }
        }
    }
}

TEST(ExplainPlans, EveryActionOfBothPlansStandsOnceInOrder) {
    forEachPair([](int left, int right, int gradAccum) {
        const Pair pair(left, right, gradAccum);
        std::vector<const PlanLine*> lefts, rights;
        for (const AlignedRow& row : pair.rows) {
            if (row.left) lefts.push_back(row.left);
            if (row.right) rights.push_back(row.right);
        }
        ASSERT_EQ(lefts.size(), pair.leftLines.size());
        ASSERT_EQ(rights.size(), pair.rightLines.size());
        for (size_t i = 0; i < lefts.size(); ++i) EXPECT_EQ(lefts[i], &pair.leftLines[i]);
        for (size_t i = 0; i < rights.size(); ++i) EXPECT_EQ(rights[i], &pair.rightLines[i]);
    });
}

TEST(ExplainPlans, Stages1And2DifferInTheLifeOfGradientsOnly) {
    EXPECT_EQ(Pair(1, 2, 1).reasons(),
              (std::set<Message>{Message::WhyShard, Message::WhyFreed, Message::WhyInFlight,
                                 Message::WhyDrain, Message::WhyIntoShard, Message::WhyWaitReduced,
                                 Message::WhyKeptUntilStep, Message::BothReduceScatter,
                                 Message::BothAllGather}));
}

TEST(ExplainPlans, WithAccumulationTheCadenceDiffersToo) {
    const auto reasons = Pair(1, 2, 4).reasons();
    for (Message message : {Message::WhyCadence, Message::WhyIncoming, Message::WhyAddToShard,
                            Message::WhyBornEachMicroBatch}) {
        EXPECT_TRUE(reasons.contains(message));
    }
}

TEST(ExplainPlans, ReplicationIsWhyStage0NeedsNoAllGather) {
    const auto reasons = Pair(0, 1, 1).reasons();
    for (Message message : {Message::WhyAllReduce, Message::WhyReturnNotReplicated,
                            Message::WhyUpdate, Message::WhyNormSlices, Message::WhyNormSummed}) {
        EXPECT_TRUE(reasons.contains(message));
    }
    EXPECT_TRUE(Pair(2, 3, 1).reasons().contains(Message::WhyReturnNotGathered));
}

TEST(ExplainPlans, ElementsSentAreTheDesignsAndTheFormulaSaysTheSame) {
    const double expected[2][4] = {{2, 2, 2, 3}, {2, 2, 5, 12}};
    const char* formulas[4] = {"2 Psi", "2 Psi", "(G+1) Psi", "3G Psi"};
    for (int stage = 0; stage < 4; ++stage) {
        for (int gradAccum : {1, 4}) {
            const core::Problem problem = problemOf(stage, gradAccum);
            EXPECT_EQ(factsOf(problem).sentPerParameter, expected[gradAccum == 4][stage]);
        }
        EXPECT_EQ(sentFormula(problemOf(stage, 4)), formulas[stage]);
    }
}

TEST(ExplainPlans, BetweenMicroBatchesStage2HoldsAShardOfWhatStage1Holds) {
    const auto held = [](int stage) {
        const core::Problem problem = problemOf(stage, 4);
        return factsOf(problem).betweenBytes;
    };
    EXPECT_EQ(held(1), 4 * held(2));
}

TEST(ExplainPlans, FitsAPageWhateverIsAsked) {
    for (Language language : {Language::English, Language::Korean}) {
        for (bool full : {false, true}) {
            for (const char* model : {"gpt", "mlp", "conformance"}) {
                PlanQuestion question = plans(0, 3, 4, language);
                question.workload.model.name = model;
                question.full = full;
                for (const std::string& line : linesOfText(textOf(question))) {
                    ASSERT_LE(displayWidth(line), kPageWidth) << line;
                }
            }
        }
    }
}

TEST(ExplainPlans, EnglishIsAsciiForEveryPair) {
    forEachPair([](int left, int right, int gradAccum) {
        for (char c : textOf(plans(left, right, gradAccum))) {
            ASSERT_TRUE(c == '\n' || (c >= ' ' && c <= '~'));
        }
    });
}

TEST(ExplainPlans, OneStageAgainstItselfIsSaidToBeTheSame) {
    EXPECT_NE(textOf(plans(2, 2)).find("The two plans are the same."), std::string::npos);
}

TEST(ExplainPlans, TheThreeQuestionsAreAnsweredForThePair) {
    const std::string text = textOf(plans(1, 2));
    EXPECT_NE(text.find("What does zero-2 shard that zero-1 does not?"), std::string::npos);
    EXPECT_NE(text.find("zero-2 also shards the gradients."), std::string::npos);
    EXPECT_NE(text.find("Why a reduce-scatter? (zero-1, zero-2)"), std::string::npos);
    EXPECT_NE(text.find("Why an all-gather after the update? (zero-1, zero-2)"), std::string::npos);
}

TEST(ExplainPlans, GradientsSentAreCalledTheSameOnlyWhereTheyAre) {
    const std::string sentence = "With one micro-batch both send the same gradients.";
    EXPECT_NE(textOf(plans(1, 2)).find(sentence), std::string::npos);
    EXPECT_EQ(textOf(plans(0, 3)).find(sentence), std::string::npos);  // an all-reduce sends twice
}

TEST(ExplainPlans, LeavingACollectiveOutIsExplained) {
    PlanQuestion question = plans(2, 2);
    question.right = preset(2, 2, core::Omit::AllGather);
    const std::string text = textOf(question);
    EXPECT_NE(text.find("zero-2 without all-gather"), std::string::npos);
    EXPECT_NE(text.find("goes on with stale ones"), std::string::npos);
}

/// On one line.
std::string flat(const std::string& text) {
    std::string out;
    for (const char c : text) {
        const bool space = c == ' ' || c == '\n';
        if (!space) out += c;
        if (space && !out.ends_with(' ')) out += ' ';
    }
    return out;
}

PlanQuestion against(const char* left, const char* right) {
    PlanQuestion question = plans(1, 2);
    question.left = core::presetNamed(left, "test").value();
    question.right = core::presetNamed(right, "test").value();
    question.right.bucket = question.left.bucket;
    return question;
}

TEST(ExplainPlans, AnOptimizerThatIsShardedIsNotCalledReplicatedWhereASystemAllReduces) {
    for (const char* system : {"deepspeed-1", "deepspeed-2", "torch-zero"}) {
        const std::string text = flat(textOf(against("zero-1", system)));
        EXPECT_EQ(text.find("optimizer is replicated"), std::string::npos) << system;
        EXPECT_EQ(text.find("every GPU updates all parameters"), std::string::npos) << system;
    }
    const std::string text = flat(textOf(against("zero-2", "deepspeed-2")));
    EXPECT_NE(text.find("deepspeed-2 all-reduces whole buckets"), std::string::npos);
    EXPECT_NE(text.find("deepspeed-2: none; a GPU updates 1/4"), std::string::npos);
    EXPECT_NE(textOf(plans(0, 1)).find("zero-0 all-reduces: its optimizer is replicated"),
              std::string::npos);
}

TEST(ExplainPlans, WhereOwnersBroadcastNobodyIsSaidToGather) {
    const std::string text = flat(textOf(against("zero-1", "torch-zero")));
    EXPECT_NE(text.find("torch-zero: a broadcast instead"), std::string::npos);
}

TEST(ExplainPlans, CopiesBesideFullGradientsAreCountedToo) {
    const auto facts = [](const char* name) {
        core::Strategy strategy = core::presetNamed(name, "test").value();
        strategy.bucket = {};
        return factsOf(core::makeProblem(smallWorkload(), strategy, 4).value());
    };
    const PlanFacts zero = facts("zero-2");
    const PlanFacts deepSpeed = facts("deepspeed-2");
    EXPECT_EQ(zero.mostCopyBytes, 0);
    EXPECT_LT(deepSpeed.mostFullBytes, zero.mostFullBytes);  // the rest is in its buffers
    EXPECT_GT(deepSpeed.mostFullBytes + deepSpeed.mostCopyBytes, zero.mostFullBytes);
    EXPECT_GT(deepSpeed.mostTogetherBytes, zero.mostTogetherBytes);
    const std::string text = textOf(against("zero-2", "deepspeed-2"));
    EXPECT_NE(text.find("bucket buffers, staging, the most at once"), std::string::npos);
    EXPECT_EQ(textOf(plans(1, 2)).find("bucket buffers, staging"), std::string::npos);
}

TEST(ExplainPlans, LabelsOfTheTableLeaveRoomForTheirValues) {
    for (Language language : {Language::English, Language::Korean}) {
        PlanQuestion question = against("zero-0", "fsdp2");
        for (const char* right : {"fsdp2", "deepspeed-1", "deepspeed-2", "torch-zero"}) {
            question.right = against("zero-0", right).right;
            question.language = language;
            question.workload.gradAccum = 4;
            for (const std::string& line : linesOfText(textOf(question))) {
                if (line.starts_with("| ")) break;
                const size_t star = line.find(" * ");
                if (star == std::string::npos) continue;
                EXPECT_EQ(displayWidth(line.substr(0, star)), 69) << line;
            }
        }
    }
}

TEST(ExplainPlans, WhatIsSentInShardGroupsIsTheFormulasToo) {
    for (int group : {1, 2, 4}) {
        PlanQuestion question = plans(1, 2, 4);
        question.left.shardGroup = question.right.shardGroup = group;
        const char* formula[] = {"", "2G Psi = 8", "(2G+1) Psi = 9.00 Psi", "",
                                 "(G+1) Psi = 5.00 Psi"};
        EXPECT_NE(flat(textOf(question)).find(formula[group]), std::string::npos)
            << textOf(question);
    }
}

TEST(ExplainPlans, OneRankSendsNothing) {
    PlanQuestion question = plans(1, 2, 4);
    question.ranks = 1;
    EXPECT_NE(textOf(question).find("0 Psi = 0.00 Psi elements sent"), std::string::npos);
}

}  // namespace
}  // namespace shardscope::explain
