#include "gui/model/plan.h"

#include <gtest/gtest.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "gui/model/plan_words.h"
#include "tests/gui/panels/planned.h"

namespace shardscope::gui {
namespace {

TEST(Plan, NumbersAreThoseOfTheCommand) {
    const QByteArray json =
        planJson("--model llama-3.1-8b --gpu h100-sxm --ranks 8 --global-batch 8");
    const auto plan = parsePlan(json);
    ASSERT_TRUE(plan);
    const QJsonObject document = QJsonDocument::fromJson(json).object();
    EXPECT_EQ(plan->parameters, 8'030'261'248);
    const QJsonArray rows = document["rows"].toArray();
    ASSERT_EQ(plan->rows.size(), static_cast<size_t>(rows.size()));
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const PlanRow& row = plan->rows[static_cast<size_t>(i)];
        const QJsonValue is = rows[i];
        EXPECT_EQ(row.strategy, is["strategy"].toString());
        EXPECT_EQ(row.marginBytes, is["marginBytes"].toInteger());
        EXPECT_EQ(row.neededBytes, is["memory"]["neededBytes"].toInteger());
        EXPECT_EQ(row.stepNs, is["stepNs"].toInteger());
        EXPECT_EQ(row.wireBytes, is["traffic"]["wireBytes"].toInteger());
        EXPECT_EQ(row.atPeak[static_cast<size_t>(core::Category::OptimizerState)],
                  is["memory"]["atPeak"]["optimizerState"].toInteger());
    }
    EXPECT_EQ(plan->reason, document["recommendation"]["reason"].toString());
}

TEST(Plan, TheReasonReadsAsTheCommandWritesIt) {
    int lower = 0;
    for (const char* question : {"--model llama-3.1-8b --gpu h100-sxm --ranks 8 --global-batch 8",
                                 "--model llama-3.1-8b --gpu h100-sxm --ranks 2048 --global-batch "
                                 "2048 --checkpointing full",
                                 "--ranks 2,4", "--stage 1,2 --ranks 4 --memory 68MiB"}) {
        const Plan plan = planned(question);
        ASSERT_TRUE(plan.because) << question;
        EXPECT_EQ(reasonText(plan), plan.reason);
        lower += plan.because->lowerRow.has_value();
    }
    EXPECT_GE(lower, 1);  // one of them names the stage that does not fit
}

TEST(Plan, CellsHoldTheirRowsBestFirst) {
    const Plan plan = smallPlan();
    EXPECT_EQ(plan.cell(1, 1).rows, (std::vector<size_t>{4, 3}));  // 210 ms before 260 ms
    EXPECT_EQ(plan.cell(0, 0).rows, (std::vector<size_t>{0}));
    EXPECT_EQ(plan.cellOf(3), 3u);
    EXPECT_EQ(plan.firstRow(), 2u);
    EXPECT_TRUE(plan.rows[4].onFront);
    EXPECT_FALSE(plan.rows[3].onFront);
}

TEST(Plan, TheRecommendedRowLeadsItsCell) {
    const Plan& plan = usualPlan();
    ASSERT_TRUE(plan.recommended);
    EXPECT_EQ(plan.cells[plan.cellOf(*plan.recommended)].rows.front(), *plan.recommended);
}

TEST(Plan, NothingThatFitsIsAnAnswer) {
    int status = 0;
    const auto plan =
        parsePlan(planJson("--model llama-3.1-70b --gpu h100-sxm --ranks 8,16", &status));
    ASSERT_TRUE(plan);
    EXPECT_EQ(status, 3);
    ASSERT_TRUE(plan->nothing);
    EXPECT_EQ(plan->firstRow(), plan->nothing->closestRow);
    EXPECT_TRUE(verdictText(*plan).contains("Closest: zero-3 on 16 ranks"));
    ASSERT_FALSE(changeTexts(*plan).isEmpty());
    EXPECT_TRUE(changeTexts(*plan).front().startsWith("--checkpointing full"));
}

TEST(Plan, AModelWithoutAPlanSaysWhy) {
    const Plan plan = planned("--model mixtral-8x7b-v0.1 --ranks 8 --gpu h100-sxm");
    ASSERT_FALSE(plan.rows.empty());
    EXPECT_FALSE(plan.rows.front().evaluated);
    EXPECT_FALSE(plan.rows.front().reason.isEmpty());
    EXPECT_TRUE(verdictText(plan).contains(plan.rows.front().reason));
    EXPECT_EQ(marginText(plan.rows.front()), QStringLiteral("states alone 695.9 GiB"));
}

TEST(Plan, WithoutHardwareThereAreNeitherTimesNorMargins) {
    const Plan plan = planned("--ranks 2,4");
    EXPECT_FALSE(plan.byTime);
    EXPECT_FALSE(plan.rows.front().fits);
    EXPECT_FALSE(plan.rows.front().stepNsReason.isEmpty());
    EXPECT_TRUE(marginText(plan.rows.front()).startsWith("needs "));
}

TEST(Plan, WhatIsNoPlanIsRefused) {
    for (const char* text : {"", "text", "{}", "[1]", "{\"schema\":\"shardscope.report/1\"}",
                             "{\"schema\":\"shardscope.plan/1\",\"front\":[3]}",
                             R"({"schema":"shardscope.plan/1","rows":[{}],"recommendation":)"
                             R"({"row":0,"because":{"lowerStage":{"row":7}}}})",
                             "{\"schema\":\"shardscope.plan/1\",\"recommendation\":{\"row\":0}}"}) {
        const auto plan = parsePlan(text, "x.json");
        ASSERT_FALSE(plan) << text;
        EXPECT_EQ(plan.error().where, "x.json");
    }
    const QByteArray whole = planJson("--ranks 2");
    for (qsizetype length = 0; length + 1 < whole.trimmed().size(); length += 97) {
        EXPECT_FALSE(parsePlan(whole.left(length))) << length;
    }
}

TEST(PlanWords, AreShort) {
    const Plan plan = smallPlan();
    EXPECT_EQ(marginText(plan.rows[0]), QStringLiteral("10.0 GiB too much"));
    EXPECT_EQ(marginShort(plan.rows[0]), QStringLiteral("−10.0 GiB"));
    PlanRow row = plan.rows[0];
    row.marginBytes = -qint64{45'956'000'000};  // 42.8 GiB
    EXPECT_EQ(marginTiny(row), QStringLiteral("−43 GiB"));
    row.marginBytes = 792'000'000;
    EXPECT_EQ(marginTiny(row), QStringLiteral("+0.7 GiB"));
    EXPECT_EQ(ranksText(1), QStringLiteral("1 rank"));
    EXPECT_EQ(marginText(plan.rows[1]), QStringLiteral("10.0 GiB free"));
    EXPECT_EQ(stepText(2'189'524'159), QStringLiteral("2.19 s"));
    EXPECT_EQ(stepText(345'394'248), QStringLiteral("345 ms"));
    EXPECT_EQ(stepText(std::nullopt), QStringLiteral("–"));
    EXPECT_EQ(settingsText(plan.rows[3]),
              QStringLiteral("micro-batch 2, G 2, bucket layer, in-flight 2"));
}

}  // namespace
}  // namespace shardscope::gui
