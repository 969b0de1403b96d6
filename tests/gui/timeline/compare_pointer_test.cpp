// Minimap, double clicks and pinches, by events sent to a real window.

#include <QApplication>
#include <QGestureEvent>
#include <QNativeGestureEvent>
#include <QPinchGesture>
#include <QPointingDevice>

#include "tests/gui/timeline/compare_view_fixture.h"

namespace shardscope::gui {
namespace {

class ComparePointerTest : public CompareViewTest {
  protected:
    TimeRange whole() { return wholeRange(canvas().frames()); }
    /// The place of @p ns on the minimap.
    QPointF onMinimap(int64_t ns) {
        const QRectF& minimap = canvas().scene().minimap;
        const double share =
            static_cast<double>(ns - whole().beginNs) / static_cast<double>(whole().lengthNs());
        return {std::round(minimap.left() + share * minimap.width()), minimap.center().y()};
    }
    double pixelNs() {
        return static_cast<double>(whole().lengthNs()) / canvas().scene().minimap.width();
    }
    void zoomNative(double value, const QPointF& at) {
        QNativeGestureEvent event(Qt::ZoomNativeGesture, QPointingDevice::primaryPointingDevice(),
                                  2, at, at, canvas().viewport()->mapToGlobal(at), value, {});
        QApplication::sendEvent(canvas().viewport(), &event);
    }
    void pinch(double factor, const QPointF& at, QPinchGesture::ChangeFlags changes) {
        QPinchGesture fingers;
        fingers.setScaleFactor(factor);
        fingers.setCenterPoint(canvas().viewport()->mapToGlobal(at));
        fingers.setChangeFlags(changes);
        QGestureEvent event({&fingers});
        QApplication::sendEvent(canvas().viewport(), &event);
    }
};

TEST_F(ComparePointerTest, AClickOnTheMinimapShowsWhatIsThere) {
    press(Qt::Key_W);
    press(Qt::Key_W);
    const TimeRange before = range();
    const int64_t wanted = whole().beginNs + whole().lengthNs() * 3 / 4;
    click(onMinimap(wanted));
    EXPECT_EQ(range().lengthNs(), before.lengthNs());
    EXPECT_NEAR(static_cast<double>(middle()), static_cast<double>(wanted), pixelNs());
    EXPECT_FALSE(canvas().viewportState().selection.any());
}

TEST_F(ComparePointerTest, DraggingOnTheMinimapTakesTheWindowAlong) {
    press(Qt::Key_W);
    press(Qt::Key_W);
    QWidget* area = canvas().viewport();
    const auto place = [&](int percent) {
        return onMinimap(whole().beginNs + whole().lengthNs() * percent / 100).toPoint();
    };
    QTest::mousePress(area, Qt::LeftButton, {}, place(30));
    std::vector<int64_t> middles;
    for (const int percent : {40, 50, 60}) {
        QTest::mouseMove(area, place(percent));
        middles.push_back(middle());
    }
    QTest::mouseRelease(area, Qt::LeftButton, {}, place(60));
    EXPECT_LT(middles[0], middles[1]);
    EXPECT_LT(middles[1], middles[2]);
    const auto wanted = static_cast<double>(whole().beginNs + whole().lengthNs() * 6 / 10);
    EXPECT_NEAR(static_cast<double>(middle()), wanted, pixelNs());
    const int64_t left = middle();
    QTest::mouseMove(area, place(90));  // the button is up
    EXPECT_EQ(middle(), left);
}

TEST_F(ComparePointerTest, TheMinimapsWindowIsWhatIsInSight) {
    press(Qt::Key_End);
    press(Qt::Key_W);
    const auto windowOf = [&] {
        for (const Part& part : canvas().scene().parts) {
            for (const Box& box : part.boxes) {
                if (box.fill.ink == Ink::Selection) return box.rect;
            }
        }
        return QRectF();
    };
    const QRectF shown = windowOf();
    EXPECT_NEAR(shown.left(), onMinimap(range().beginNs).x(), 1.5);
    EXPECT_NEAR(shown.right(), onMinimap(range().endNs).x(), 1.5);
}

TEST_F(ComparePointerTest, ADoubleClickFillsTheViewWithTheSpan) {
    const Box box = boxOf(HitKind::Span, 1);
    const Frame frame = canvas().frames()[1];
    const Span& span = frame.rows()->lanes[static_cast<size_t>(box.hit.row)].spans[box.hit.index];
    QTest::mouseDClick(canvas().viewport(), Qt::LeftButton, {}, box.rect.center().toPoint());
    EXPECT_LE(range().beginNs, span.beginNs - frame.originNs);
    EXPECT_GE(range().endNs, span.endNs - frame.originNs);
    EXPECT_LT(range().lengthNs(), start_.lengthNs() / 4);
    press(Qt::Key_Backspace);
    EXPECT_EQ(range(), start_);
}

TEST_F(ComparePointerTest, ADoubleClickOnAPhaseFillsTheViewWithIt) {
    const Box box = boxOf(HitKind::Phase, 0, 60.0);
    const Frame frame = canvas().frames()[0];
    const Span& phase = frame.rows()->phases[box.hit.index];
    QTest::mouseDClick(canvas().viewport(), Qt::LeftButton, {}, box.rect.center().toPoint());
    const double room = static_cast<double>(phase.endNs - phase.beginNs) * 1.1;
    EXPECT_NEAR(static_cast<double>(range().lengthNs()), room, room / 50.0);
}

TEST_F(ComparePointerTest, ADoubleClickBesideSpansChangesNothing) {
    QTest::mouseDClick(canvas().viewport(), Qt::LeftButton, {},
                       placeOf(HitKind::Memory, 0).toPoint());
    EXPECT_EQ(range(), start_);
}

TEST_F(ComparePointerTest, APinchOnATouchpadZoomsAroundTheFingers) {
    const QPointF at(820.0, 300.0);
    const int64_t before = canvas().map().ns(at.x());
    zoomNative(0.25, at);
    EXPECT_NEAR(static_cast<double>(range().lengthNs()),
                static_cast<double>(start_.lengthNs()) / 1.25, 2.0);
    EXPECT_NEAR(static_cast<double>(canvas().map().ns(at.x())), static_cast<double>(before),
                static_cast<double>(start_.lengthNs()) / 500.0);
    zoomNative(-0.2, at);
    EXPECT_NEAR(static_cast<double>(range().lengthNs()), static_cast<double>(start_.lengthNs()),
                3.0);
}

TEST_F(ComparePointerTest, AnotherTouchpadGestureDoesNotZoom) {
    const QPointF at(820.0, 300.0);
    QNativeGestureEvent event(Qt::RotateNativeGesture, QPointingDevice::primaryPointingDevice(), 2,
                              at, at, at, 0.5, {});
    QApplication::sendEvent(canvas().viewport(), &event);
    EXPECT_EQ(range(), start_);
}

TEST_F(ComparePointerTest, APinchOnATouchscreenZoomsAroundTheFingers) {
    const QPointF at(500.0, 300.0);
    const int64_t before = canvas().map().ns(at.x());
    pinch(2.0, at, QPinchGesture::ScaleFactorChanged);
    EXPECT_NEAR(static_cast<double>(range().lengthNs()),
                static_cast<double>(start_.lengthNs()) / 2.0, 2.0);
    EXPECT_NEAR(static_cast<double>(canvas().map().ns(at.x())), static_cast<double>(before),
                static_cast<double>(start_.lengthNs()) / 500.0);
}

TEST_F(ComparePointerTest, FingersThatOnlyMoveDoNotZoom) {
    pinch(2.0, {500.0, 300.0}, QPinchGesture::CenterPointChanged);
    EXPECT_EQ(range(), start_);
}

}  // namespace
}  // namespace shardscope::gui
