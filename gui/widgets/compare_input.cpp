// Mouse, wheel and touch of the compare view.

#include <QGestureEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPinchGesture>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <cmath>

#include "gui/layout/describe.h"
#include "gui/widgets/compare_canvas.h"

namespace shardscope::gui {
namespace {

constexpr double kClickPixels = 4.0;  ///< a press that moved less is a click
constexpr double kWheelZoom = 0.8;    ///< a notch towards the user's far side

}  // namespace

bool CompareCanvas::pinch(double factor, const QPointF& at) {
    if (factor <= 0.0) return false;
    zoomBy(1.0 / factor, at.x());
    return true;
}

bool CompareCanvas::nativeGesture(const QNativeGestureEvent& event) {
    if (event.gestureType() != Qt::ZoomNativeGesture) return false;
    return pinch(1.0 + event.value(), event.position());
}

bool CompareCanvas::gesture(QGestureEvent& event) {
    const auto* fingers = static_cast<QPinchGesture*>(event.gesture(Qt::PinchGesture));
    if (!fingers) return false;
    if (fingers->changeFlags().testFlag(QPinchGesture::ScaleFactorChanged)) {
        pinch(fingers->scaleFactor(), viewport()->mapFromGlobal(fingers->centerPoint()));
    }
    event.accept();
    return true;
}

bool CompareCanvas::viewportEvent(QEvent* event) {
    switch (event->type()) {
        case QEvent::NativeGesture:
            if (nativeGesture(static_cast<QNativeGestureEvent&>(*event))) return true;
            break;
        case QEvent::Gesture:
            if (gesture(static_cast<QGestureEvent&>(*event))) return true;
            break;
        case QEvent::Leave:
            setCursorAt(std::nullopt);
            break;
        case QEvent::ToolTip: {
            const auto& help = static_cast<QHelpEvent&>(*event);
            const QString tip = tipOf(hitTest(scene(), help.pos()), frames(), atNs(help.pos().x()));
            if (tip.isEmpty()) QToolTip::hideText();
            if (!tip.isEmpty()) QToolTip::showText(help.globalPos(), tip, viewport());
            return true;
        }
        default:
            break;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void CompareCanvas::wheelEvent(QWheelEvent* event) {
    const QPoint notches = event->angleDelta();
    const double along = (notches.x() != 0 ? notches.x() : notches.y()) / 120.0;
    const bool canScroll = verticalScrollBar()->maximum() > 0;
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        zoomBy(std::pow(kWheelZoom, along), event->position().x());
    } else if (event->modifiers().testFlag(Qt::ShiftModifier) || notches.x() != 0 || !canScroll) {
        panBy(-along * 80.0);
    } else {
        scrollBy(-notches.y() / 120.0 * 60.0);
    }
    event->accept();
}

void CompareCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    pressed_ = last_ = event->position();
    moved_ = false;
    const Hit hit = hitTest(scene(), pressed_);
    const bool interval =
        hit.kind == HitKind::Axis || event->modifiers().testFlag(Qt::ShiftModifier);
    drag_ = interval ? Drag::Interval : Drag::Pan;
    if (hit.kind == HitKind::Minimap) {
        drag_ = Drag::Minimap;
        centreOn(pressed_.x());
    }
}

void CompareCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (drag_ == Drag::None) return hover(event->position());
    const QPointF far = event->position() - pressed_;
    moved_ = moved_ || std::hypot(far.x(), far.y()) >= kClickPixels;
    if (moved_ || drag_ == Drag::Minimap) dragTo(event->position());
}

void CompareCanvas::dragTo(const QPointF& pos) {
    if (drag_ == Drag::Minimap) return centreOn(pos.x());
    if (drag_ == Drag::Interval) {
        const int64_t a = atNs(pressed_.x()), b = atNs(pos.x());
        return selectInterval(TimeRange{std::min(a, b), std::max({a, b, std::min(a, b) + 1})});
    }
    panBy(last_.x() - pos.x());
    scrollBy(last_.y() - pos.y());
    last_ = pos;
}

void CompareCanvas::centreOn(double minimapX) {
    const TimeMap whole{scene().plot.left(), scene().plot.right(), wholeRange(frames()), 0};
    const int64_t middle = (state_.range.beginNs + state_.range.endNs) / 2;
    show(moved(state_.range, whole.ns(minimapX) - middle), Move::Pan);
}

void CompareCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    const bool clicked = drag_ != Drag::None && drag_ != Drag::Minimap && !moved_;
    drag_ = Drag::None;
    if (clicked) click(event->position());
}

void CompareCanvas::click(const QPointF& pos) {
    selectInterval(std::nullopt);
    select(selectionOf(hitTest(scene(), pos), frames(), atNs(pos.x())));
}

void CompareCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    const Hit hit = hitTest(scene(), event->position());
    const std::vector<Frame> all = frames();
    if (hit.kind != HitKind::Span && hit.kind != HitKind::Phase) return;
    const Frame& frame = all[static_cast<size_t>(hit.panel)];
    const auto& spans = hit.kind == HitKind::Phase
                            ? frame.rows()->phases
                            : frame.rows()->lanes[static_cast<size_t>(hit.row)].spans;
    const TimeRange range{spans[hit.index].beginNs - frame.originNs,
                          spans[hit.index + hit.count - 1].endNs - frame.originNs};
    show(zoomed(range, (range.beginNs + range.endNs) / 2, 1.1), Move::Jump);
}

void CompareCanvas::hover(const QPointF& pos) {
    const Scene& now = scene();
    const Hit hit = hitTest(now, pos);
    state_.hoveredPanel = hit.kind == HitKind::Memory ? hit.panel : -1;
    const bool inPlot = pos.x() >= now.plot.left() && pos.x() < now.plot.right();
    viewport()->update();
    setCursorAt(inPlot && hit.kind != HitKind::Minimap ? std::optional(atNs(pos.x()))
                                                       : std::nullopt);
}

}  // namespace shardscope::gui
