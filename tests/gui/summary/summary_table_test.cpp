#include "gui/summary/summary_table.h"

#include <QAbstractItemModelTester>

#include "gui/model/byte_text.h"
#include "gui/summary/table_view.h"
#include "tests/gui/summary/summary_fixture.h"
#include "traces/table/units.h"

namespace shardscope::gui::summary {
namespace {

class SummaryTableTest : public testing::Test {
  protected:
    void show(const std::vector<LoadedPtr>& recordings) {
        table_.show(std::make_shared<const Comparison>(recordings));
    }
    QVariant value(int row, Column column) {
        return table_.index(row, static_cast<int>(column)).data(kValueRole);
    }
    std::string text(int row, Column column) {
        return table_.index(row, static_cast<int>(column)).data().toString().toStdString();
    }

    QString tip(int row, Column column) {
        return table_.index(row, static_cast<int>(column)).data(Qt::ToolTipRole).toString();
    }

    SummaryTable table_;
    QAbstractItemModelTester tester_{&table_,
                                     QAbstractItemModelTester::FailureReportingMode::Fatal};
};

/// The columns and where `shardscope report --json` has their numbers.
struct Place {
    Column column;
    const char* pointer;
};
constexpr std::array kPlaces{
    Place{Column::GradAccum, "/workload/gradAccum"},
    Place{Column::Peak, "/memory/peakBytes"},
    Place{Column::Weights, "/memory/atPeak/weights"},
    Place{Column::FullGradients, "/memory/atPeak/gradients"},
    Place{Column::GradientShards, "/memory/atPeak/gradientShards"},
    Place{Column::PaperStates, "/memory/modelStates/paperBytes"},
    Place{Column::HeldStates, "/memory/modelStates/bytes"},
    Place{Column::HeldShare, "/gradients/heldShare"},
    Place{Column::ElementsPerParameter, "/traffic/elementsPerParameter"},
    Place{Column::PaperElements, "/traffic/paperElementsPerParameter"},
    Place{Column::Step, "/time/stepNs/median"},
    Place{Column::Observed, "/observed/stage"},
};

TEST_F(SummaryTableTest, NumbersEqualTheReportsJson) {
    const auto recordings = sampleAct("price");
    show(recordings);
    ASSERT_EQ(table_.rowCount(), 2);
    for (int row = 0; row < 2; ++row) {
        const auto& report = *recordings[static_cast<size_t>(row)]->report;
        const traces::Json json = traces::toJson(report);
        for (const Place& place : kPlaces) {
            const traces::Json& expected = json.at(traces::Json::json_pointer(place.pointer));
            EXPECT_EQ(value(row, place.column).toDouble(), expected.get<double>())
                << place.pointer << " of row " << row;
        }
    }
}

TEST_F(SummaryTableTest, WhatIsSentIsTheSumOfTheReportsWireBytes) {
    const auto recordings = sampleAct("price");
    show(recordings);
    for (int row = 0; row < 2; ++row) {
        const auto json = traces::toJson(*recordings[static_cast<size_t>(row)]->report);
        int64_t sum = 0;
        for (const auto& [name, traffic] : json["traffic"]["perStep"].items()) {
            if (name != "small") sum += traffic["wireBytes"].get<int64_t>();
        }
        EXPECT_GT(sum, 0);
        EXPECT_EQ(value(row, Column::Sent).toLongLong(), sum);
    }
}

TEST_F(SummaryTableTest, PrintedSummandsAddUpToThePrintedPeak) {
    show(sampleAct("price"));
    for (int row = 0; row < table_.rowCount(); ++row) {
        double sum = 0.0;
        for (int c = static_cast<int>(Column::Weights); c <= static_cast<int>(Column::Rest); ++c) {
            sum += QString::fromStdString(text(row, static_cast<Column>(c))).toDouble();
        }
        EXPECT_NEAR(sum, std::stod(text(row, Column::Peak)), 1e-6);
    }
}

TEST_F(SummaryTableTest, ARunWithoutNumbersSaysWhyAcrossItsRow) {
    show(sampleAct("limit"));
    EXPECT_TRUE(table_.isSentence(0));
    EXPECT_FALSE(table_.isSentence(1));
    EXPECT_EQ(text(0, Column::Strategy), "zero-1");
    EXPECT_TRUE(text(0, Column::Peak).starts_with("OOM at backward")) << text(0, Column::Peak);
    EXPECT_FALSE(value(0, Column::Peak).isValid());
    TableView view(table_);
    view.fit();
    EXPECT_EQ(view.columnSpan(0, static_cast<int>(Column::Peak)),
              kColumns - static_cast<int>(Column::Peak));
}

TEST_F(SummaryTableTest, AnotherProgramsTraceHasARowThatSaysSo) {
    show({foreign(), sample("same-bytes", "zero-2")});
    ASSERT_EQ(table_.rowCount(), 2);
    EXPECT_EQ(text(0, Column::Strategy), "zero-2");
    EXPECT_EQ(text(1, Column::Strategy), "bench.json");
    EXPECT_EQ(text(1, Column::Source), "another program's trace");
    EXPECT_TRUE(table_.isSentence(1));
}

TEST_F(SummaryTableTest, AnObservedStageThatIsNotTheLabelsIsMarked) {
    show({played({.does = "zero-1", .label = "zero-2", .ranks = 4}),
          played({.does = "zero-1", .label = "zero-1", .ranks = 4})});
    EXPECT_EQ(text(0, Column::Observed), "stage 1 \u2260 label");
    EXPECT_EQ(text(1, Column::Observed), "stage 1 \u2713");
    EXPECT_FALSE(tip(0, Column::Observed).isEmpty());
}

TEST_F(SummaryTableTest, RunsOfOnePresetAreToldApartByTheirNames) {
    auto slow = std::make_shared<LoadedRecording>(*played({.ranks = 4}));
    slow->report->name = "zero-2-bucket-1MiB";
    show({played({.ranks = 4}), slow});
    EXPECT_EQ(text(0, Column::Strategy), "zero-2");
    EXPECT_EQ(text(1, Column::Strategy), "zero-2-bucket-1MiB");
}

TEST_F(SummaryTableTest, NothingShownIsNoRows) {
    show(sampleAct("price"));
    table_.show(nullptr);
    EXPECT_EQ(table_.rowCount(), 0);
    EXPECT_EQ(table_.columnCount(), kColumns);
    EXPECT_FALSE(table_.headerData(3, Qt::Horizontal, Qt::DisplayRole).toString().isEmpty());
}

TEST_F(SummaryTableTest, TheExactBytesLeadTheToolTip) {
    const auto recordings = sampleAct("same-bytes");
    show(recordings);
    QString digits = tip(0, Column::Peak).section('\n', 0, 0);
    digits.removeIf([](QChar c) { return !c.isDigit(); });
    EXPECT_EQ(digits.toLongLong(), recordings[0]->report->memory.peak.bytes);
    EXPECT_EQ(tip(0, Column::Strategy), QString());
}

TEST_F(SummaryTableTest, ToolTipsSayWhatANumberIsMadeOf) {
    const auto recordings = sampleAct("same-bytes");
    show(recordings);
    const traces::RunReport& report = *recordings[0]->report;
    const QString peak = tip(0, Column::Peak);
    for (const int64_t bytes : {report.memory.allocatedPeakBytes, report.memory.reservedPeakBytes,
                                report.memory.smallestLimitBytes, report.memory.second->bytes}) {
        EXPECT_TRUE(peak.contains(sizeText(bytes))) << peak.toStdString();
    }
    const QString sent = tip(0, Column::Sent);
    EXPECT_TRUE(sent.contains(QStringLiteral("reduce-scatter: 7 calls, ")));
    EXPECT_TRUE(sent.contains(sizeText(report.traffic.allGather.wireBytes)));
    EXPECT_TRUE(tip(0, Column::HeldShare).startsWith(QStringLiteral("reduced and not released")));
}

TEST_F(SummaryTableTest, TipsSayWhatAStepWaitedForAndHowLateBucketsAreReleased) {
    auto recording = std::make_shared<LoadedRecording>(*played({}));
    show({recording});
    EXPECT_FALSE(tip(0, Column::Step).contains("waiting for its host"));
    EXPECT_FALSE(tip(0, Column::Step).contains("keeping records"));
    traces::RunReport& report = *recording->report;
    report.time.stepNs.median = 1'000'000;
    report.time.hostBoundNs = 60'000;
    report.recorderShare = 0.0123;
    ASSERT_GT(report.gradients.perBucket.size(), 1U);
    for (traces::BucketLifetime& bucket : report.gradients.perBucket) bucket.releaseLagNs = 1000;
    report.gradients.perBucket[1].releaseLagNs = 42'000;
    show({recording});
    EXPECT_TRUE(tip(0, Column::Step).contains("its host to issue: at least 60.0 us (6.0 %)"))
        << tip(0, Column::Step).toStdString();
    EXPECT_TRUE(tip(0, Column::Step).contains("keeping records took about 1.23 %"));
    EXPECT_TRUE(tip(0, Column::HeldShare).contains("released at most 42.0 us after its reduction"))
        << tip(0, Column::HeldShare).toStdString();
}

}  // namespace
}  // namespace shardscope::gui::summary
