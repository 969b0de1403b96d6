// The compare view in a real window, by events.

#include "gui/widgets/compare_view.h"

#include <QLineEdit>
#include <QScrollBar>
#include <QTextBrowser>
#include <QWheelEvent>

#include "gui/layout/describe.h"
#include "gui/layout/words.h"
#include "tests/gui/timeline/compare_view_fixture.h"

namespace shardscope::gui {
namespace {

TEST_F(CompareViewTest, WAndSZoomAAndDPan) {
    press(Qt::Key_W);
    EXPECT_LT(range().lengthNs(), start_.lengthNs());
    const TimeRange zoomed = range();
    press(Qt::Key_D);
    EXPECT_GT(range().beginNs, zoomed.beginNs);
    EXPECT_EQ(range().lengthNs(), zoomed.lengthNs());
    press(Qt::Key_A);
    EXPECT_NEAR(static_cast<double>(range().beginNs), static_cast<double>(zoomed.beginNs), 2.0);
    press(Qt::Key_S);
    EXPECT_GT(range().lengthNs(), zoomed.lengthNs());
}

TEST_F(CompareViewTest, FFitsAndBackspaceGoesBack) {
    press(Qt::Key_End);
    const TimeRange whole = range();
    EXPECT_GT(whole.lengthNs(), start_.lengthNs());
    press(Qt::Key_F);
    EXPECT_EQ(range(), start_);
    press(Qt::Key_Backspace);
    EXPECT_EQ(range(), whole);
    press(Qt::Key_Backspace);
    EXPECT_EQ(range(), start_);
}

TEST_F(CompareViewTest, TheWheelZoomsAroundThePointer) {
    const QPointF at(800.0, 300.0);
    const int64_t before = canvas().map().ns(at.x());
    QWheelEvent wheel(at, canvas().viewport()->mapToGlobal(at), {}, {0, 120}, Qt::NoButton,
                      Qt::ControlModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(canvas().viewport(), &wheel);
    EXPECT_LT(range().lengthNs(), start_.lengthNs());
    EXPECT_NEAR(static_cast<double>(canvas().map().ns(at.x())), static_cast<double>(before),
                static_cast<double>(start_.lengthNs()) / 500.0);
}

TEST_F(CompareViewTest, TheWheelMovesTimeWithShift) {
    press(Qt::Key_W);
    const TimeRange zoomed = range();
    const QPointF at(800.0, 300.0);
    QWheelEvent wheel(at, canvas().viewport()->mapToGlobal(at), {}, {0, -120}, Qt::NoButton,
                      Qt::ShiftModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(canvas().viewport(), &wheel);
    EXPECT_GT(range().beginNs, zoomed.beginNs);
    EXPECT_EQ(range().lengthNs(), zoomed.lengthNs());
}

TEST_F(CompareViewTest, DraggingMovesTime) {
    press(Qt::Key_W);
    const TimeRange zoomed = range();
    QWidget* area = canvas().viewport();
    QTest::mousePress(area, Qt::LeftButton, {}, {700, 300});
    QTest::mouseMove(area, {650, 300});
    QTest::mouseMove(area, {600, 300});
    QTest::mouseRelease(area, Qt::LeftButton, {}, {600, 300});
    EXPECT_GT(range().beginNs, zoomed.beginNs);
    EXPECT_FALSE(canvas().viewportState().selection.any());
}

TEST_F(CompareViewTest, AClickSelectsABucketAndSaysWhatItIsInEveryPanel) {
    click(placeOf(HitKind::Gradient, 1));
    const Selection selection = canvas().viewportState().selection;
    EXPECT_EQ(selection.panel, 1);
    EXPECT_GE(selection.bucket, 0);
    EXPECT_TRUE(view_.details().contains("zero-1")) << view_.details().toStdString();
    EXPECT_TRUE(view_.details().contains("zero-2"));
    press(Qt::Key_Escape);
    EXPECT_FALSE(canvas().viewportState().selection.any());
    EXPECT_TRUE(view_.details().isEmpty());
}

TEST_F(CompareViewTest, WhatIsSelectedLeavesThePanelsTheirRoom) {
    click(placeOf(HitKind::Gradient, 1));
    QApplication::processEvents();
    const auto* details = view_.findChild<QTextBrowser*>();
    EXPECT_EQ(canvas().height() + details->height(), view_.height());
    EXPECT_LT(details->height(), 120);
    EXPECT_EQ(details->verticalScrollBar()->maximum(), 0);  // all of it is seen
}

TEST_F(CompareViewTest, ParametersReadySinceTheStepBeforeSelectTheStepTheyAreClickedIn) {
    const Frame frame = canvas().frames()[0];
    ASSERT_NE(frame.step, nullptr);
    const Hit parameter{.kind = HitKind::Parameter, .panel = 0, .row = 0};
    const Selection early = selectionOf(parameter, canvas().frames(), 1000);
    EXPECT_EQ(early.step, frame.stepIndex());
    EXPECT_EQ(early.bucket, 0);
}

TEST_F(CompareViewTest, FullStopAndCommaWalkALane) {
    click(placeOf(HitKind::Span, 0));
    const Selection first = canvas().viewportState().selection;
    ASSERT_GE(first.lane, 0);
    press(Qt::Key_Period);
    EXPECT_EQ(canvas().viewportState().selection.span, first.span + 1);
    press(Qt::Key_Comma);
    EXPECT_EQ(canvas().viewportState().selection, first);
}

TEST_F(CompareViewTest, DraggingWithShiftSelectsAnIntervalWithItsStatistics) {
    QWidget* area = canvas().viewport();
    QTest::mousePress(area, Qt::LeftButton, Qt::ShiftModifier, {300, 300});
    QTest::mouseMove(area, {500, 300});
    QTest::mouseMove(area, {900, 300});
    QTest::mouseRelease(area, Qt::LeftButton, Qt::ShiftModifier, {900, 300});
    ASSERT_TRUE(canvas().viewportState().interval.has_value());
    EXPECT_EQ(canvas().viewportState().interval->beginNs, canvas().map().ns(300));
    EXPECT_TRUE(view_.details().contains("zero-2"));
    press(Qt::Key_F);
    EXPECT_EQ(range(), *canvas().viewportState().interval);
}

TEST_F(CompareViewTest, TheCursorFollowsThePointer) {
    QTest::mouseMove(canvas().viewport(), {640, 300});
    QTRY_VERIFY(canvas().viewportState().cursorNs.has_value());
    EXPECT_EQ(*canvas().viewportState().cursorNs, canvas().map().ns(640));
}

TEST_F(CompareViewTest, FindsByNameBucketAndBytes) {
    view_.openSearch();
    view_.setSearch("reduce.*scatter bucket:B3");
    view_.findNext(1);
    EXPECT_TRUE(view_.searchResult().startsWith("1 of ")) << view_.searchResult().toStdString();
    const Selection found = canvas().viewportState().selection;
    EXPECT_EQ(found.bucket, 3);  // B3 is the fourth of seven to be launched
    view_.findNext(1);
    EXPECT_NE(canvas().viewportState().selection, found);
    view_.findNext(-1);
    EXPECT_EQ(canvas().viewportState().selection, found);
    view_.setSearch("bytes>1TiB");
    view_.findNext(1);
    EXPECT_FALSE(view_.searchResult().contains(" of "));
    view_.setSearch("bytes>lots");
    view_.findNext(1);
    EXPECT_TRUE(view_.searchResult().contains("lots")) << view_.searchResult().toStdString();
}

TEST_F(CompareViewTest, WhatIsTypedAfterCtrlFIsFound) {
    press(Qt::Key_F, Qt::ControlModifier);
    QWidget* field = QApplication::focusWidget();
    ASSERT_NE(qobject_cast<QLineEdit*>(field), nullptr);
    const auto type = [&](const char* query) {
        QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(field, QString::fromLatin1(query));
        QTest::keyClick(field, Qt::Key_Return);
        return view_.searchResult();
    };
    const auto found = [&]() -> const Span& {
        const Selection& at = canvas().viewportState().selection;
        const Frame frame = canvas().frames()[static_cast<size_t>(at.panel)];
        return frame.rows()->lanes[static_cast<size_t>(at.lane)].spans[at.span];
    };
    EXPECT_TRUE(type("reduce.*scatter bucket:B3").startsWith("1 of "));
    EXPECT_EQ(found().bucket, 3);
    EXPECT_TRUE(type("category:collective bytes>1MiB").startsWith("1 of "));
    EXPECT_EQ(found().kind, SpanKind::Collective);
    EXPECT_GT(found().bytes, int64_t{1} << 20);
    EXPECT_TRUE(type("category:gradient bucket:B0").startsWith("1 of "));
    EXPECT_EQ(canvas().viewportState().selection.lane, -1);
    QTest::keyClick(field, Qt::Key_Return);
    EXPECT_TRUE(view_.searchResult().startsWith("2 of ")) << view_.searchResult().toStdString();
    QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
    EXPECT_TRUE(view_.searchResult().startsWith("1 of "));
    QTest::keyClick(field, Qt::Key_Escape);
    EXPECT_TRUE(canvas().hasFocus());
    EXPECT_FALSE(field->isVisible());
}

TEST_F(CompareViewTest, PStaysWithTheLaneThatIsSelected) {
    click(placeOf(HitKind::Span, 0));
    press(Qt::Key_P);
    EXPECT_EQ(canvas().viewportState().pinned.size(), 1u);
    press(Qt::Key_P);
    EXPECT_TRUE(canvas().viewportState().pinned.empty());
}

TEST_F(CompareViewTest, EveryActionHasAName) {
    for (const QAction* action : view_.actionList().all()) {
        EXPECT_FALSE(action->text().isEmpty());
        EXPECT_FALSE(action->shortcut().isEmpty()) << action->text().toStdString();
    }
}

TEST_F(CompareViewTest, ChangesOfRankChangeThePicture) {
    const QImage worst = canvas().grab().toImage();
    view_.setRank(3);
    EXPECT_NE(canvas().grab().toImage(), worst);
    EXPECT_EQ(canvas().frames()[0].rank, 3);
}

TEST_F(CompareViewTest, OpensWithoutRecordings) {
    view_.setRecordings({});
    for (const auto key : {Qt::Key_W, Qt::Key_F, Qt::Key_Period, Qt::Key_Down, Qt::Key_P,
                           Qt::Key_Backspace, Qt::Key_BracketRight, Qt::Key_Left}) {
        press(key);
    }
    EXPECT_TRUE(view_.details().isEmpty());
}

}  // namespace
}  // namespace shardscope::gui
