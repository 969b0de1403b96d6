#include "gui/summary/summary_view.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QTest>

#include "gui/summary/chart_widget.h"
#include "gui/summary/table_view.h"
#include "tests/gui/summary/summary_fixture.h"
#include "traces/table/csv.h"
#include "traces/table/markdown.h"

namespace shardscope::gui::summary {
namespace {

std::vector<traces::RunReport> reportsOf(const std::vector<LoadedPtr>& recordings) {
    std::vector<traces::RunReport> reports;
    for (const LoadedPtr& recording : recordings) reports.push_back(*recording->report);
    return reports;
}

std::string joined(const QStringList& sentences) {
    return sentences.join(QLatin1Char('\n')).toStdString();
}

TEST(SummaryView, ExportsWhatTheCommandPrints) {
    const auto recordings = sampleAct("price");
    SummaryView view;
    view.setRecordings(recordings);
    EXPECT_EQ(view.csv().toStdString(), table::csvTable(reportsOf(recordings)));
    EXPECT_EQ(view.markdown().toStdString(), table::markdownTable(reportsOf(recordings)));
}

TEST(SummaryView, SaysWhatStagesCost) {
    SummaryView view;
    view.setRecordings(sampleAct("price"));
    const std::string said = joined(view.sentences());
    EXPECT_NE(said.find("zero-2 reduces every micro-batch, zero-1 only after the last"),
              std::string::npos)
        << said;
}

TEST(SummaryView, SaysWhyAStageSavesNothing) {
    SummaryView view;
    view.setRecordings({played({.does = "zero-1", .label = "zero-1", .ranks = 4, .buckets = 1}),
                        played({.does = "zero-2", .label = "zero-2", .ranks = 4, .buckets = 1})});
    const std::string said = joined(view.sentences());
    EXPECT_NE(said.find("saves nothing at the peak here"), std::string::npos) << said;
    EXPECT_NE(said.find("one bucket holds all gradients"), std::string::npos) << said;
}

TEST(SummaryView, WithoutRecordingsSaysSoAndShowsNoTable) {
    SummaryView view;
    view.setRecordings({});
    view.show();
    EXPECT_FALSE(view.tableView().isVisible());
    EXPECT_FALSE(view.chart().isVisible());
    EXPECT_TRUE(view.csv().isEmpty());
    view.setRecordings(sampleAct("same-bytes"));
    EXPECT_TRUE(view.tableView().isVisible());
}

TEST(SummaryView, TheCopyKeyCopiesTheSelectedCellsWithTheirHeadings) {
    SummaryView view;
    view.setRecordings(sampleAct("same-bytes"));
    view.show();
    TableView& table = view.tableView();
    table.selectionModel()->select(view.table().index(1, static_cast<int>(Column::Peak)),
                                   QItemSelectionModel::ClearAndSelect);
    QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(QApplication::clipboard()->text(), QStringLiteral("peak MiB\n63.6\n"));
    table.clearSelection();
    const QStringList lines = table.selectedText().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    EXPECT_EQ(lines.size(), 3);
    for (const QString& line : lines) EXPECT_EQ(line.count(QLatin1Char('\t')), kColumns - 1);
}

TEST(SummaryView, TabReachesAndLeavesTheTable) {
    SummaryView view;
    view.setRecordings(sampleAct("same-bytes"));
    view.resize(1280, 800);
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&view));
    view.tableView().setFocus();
    ASSERT_TRUE(view.tableView().hasFocus());
    QTest::keyClick(&view.tableView(), Qt::Key_Tab);
    EXPECT_FALSE(view.tableView().hasFocus());
}

TEST(SummaryView, ItsWholePageFitsAWindowOf1280) {
    SummaryView view;
    view.setRecordings(sampleAct("price"));
    const int height = view.makeStill(1280);
    view.resize(1280, height);
    view.show();
    EXPECT_LE(view.widget()->width(), 1280);
    EXPECT_LE(view.widget()->height(), height);
    const TableView& table = view.tableView();
    int columns = 0;
    for (int c = 0; c < kColumns; ++c) columns += table.columnWidth(c);
    EXPECT_LE(columns, table.viewport()->width()) << "the last columns are cut";
}

}  // namespace
}  // namespace shardscope::gui::summary
