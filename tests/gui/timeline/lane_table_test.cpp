// The table that mirrors what the compare view draws.

#include "gui/widgets/lane_table.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QTableView>
#include <QTest>

#include "gui/layout/words.h"
#include "gui/widgets/compare_canvas.h"
#include "gui/widgets/compare_view.h"
#include "tests/gui/timeline/samples.h"

namespace shardscope::gui {
namespace {

class LaneTableTest : public ::testing::Test {
  protected:
    void SetUp() override {
        view_.resize(1280, 800);
        view_.setRecordings(test::firstAct());
        view_.show();
        ASSERT_TRUE(QTest::qWaitForWindowActive(&view_));
        view_.canvas().setFocus();
    }
    QString cell(int row, int column) { return view_.table().index(row, column).data().toString(); }

    CompareView view_;
};

TEST_F(LaneTableTest, IsAModelAsQtWantsIt) {
    const QAbstractItemModelTester tester(&view_.table(),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    view_.toggleTable();
    EXPECT_GT(view_.table().rowCount(), 50);
    view_.canvas().zoomBy(0.1);
    view_.setRecordings({});
    EXPECT_EQ(view_.table().rowCount(), 0);
}

TEST_F(LaneTableTest, TShowsAndHidesIt) {
    EXPECT_TRUE(view_.tableView().isHidden());
    QTest::keyClick(&view_.canvas(), Qt::Key_T);
    EXPECT_TRUE(view_.tableView().isVisible());
    view_.toggleTable();
    EXPECT_TRUE(view_.tableView().isHidden());
}

TEST_F(LaneTableTest, ARowSaysWhenItsSpanBeganAndHowLongItTook) {
    view_.toggleTable();
    int spans = 0;
    for (int row = 0; row < view_.table().rowCount(); ++row) {
        const Hit& hit = view_.table().hitAt(row);
        if (hit.kind != HitKind::Span || hit.count != 1) continue;
        const Frame frame = view_.canvas().frames()[static_cast<size_t>(hit.panel)];
        const Span& span = frame.rows()->lanes[static_cast<size_t>(hit.row)].spans[hit.index];
        EXPECT_EQ(cell(row, LaneTable::Recording).toStdString(), frame.recording->name);
        EXPECT_EQ(cell(row, LaneTable::Begin), timeText(span.beginNs - frame.originNs));
        EXPECT_EQ(cell(row, LaneTable::Duration), timeText(span.endNs - span.beginNs));
        ++spans;
    }
    EXPECT_GT(spans, 5);
}

TEST_F(LaneTableTest, FollowsTheZoom) {
    view_.toggleTable();
    const int before = view_.table().rowCount();
    view_.canvas().fitWholeRun();
    EXPECT_NE(view_.table().rowCount(), before);
}

}  // namespace
}  // namespace shardscope::gui
