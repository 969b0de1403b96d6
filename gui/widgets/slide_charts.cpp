#include "gui/widgets/slide_charts.h"

#include <QMouseEvent>

#include "gui/paint/paint_slide.h"

namespace shardscope::gui {

SlideCharts::SlideCharts(QWidget* parent) : PlanChart(parent) { setMinimumSize(400, 220); }

SlideScene SlideCharts::scene() const {
    const qsizetype stop = selected() ? stopOf(*plan(), *selected()) : 0;
    return layoutSlide(*plan(), size(), measure(), stop, selected());
}

void SlideCharts::paintPlan(QPainter& painter, const Theme& theme) {
    paintSlide(painter, scene(), theme);
}

std::optional<size_t> SlideCharts::rowAt(QPointF pos) const { return hitTest(scene(), pos); }

/// Left and right along the setting, up and down between strategies.
std::optional<size_t> SlideCharts::rowBeyond(int key) const {
    if (!selected()) return std::nullopt;
    const qsizetype stop = stopOf(*plan(), *selected()),
                    strategy = strategyOf(*plan(), *selected());
    switch (key) {
        case Qt::Key_Left:
            return slideRow(*plan(), stop - 1, strategy);
        case Qt::Key_Right:
            return slideRow(*plan(), stop + 1, strategy);
        case Qt::Key_Up:
            return slideRow(*plan(), stop, strategy - 1);
        case Qt::Key_Down:
            return slideRow(*plan(), stop, strategy + 1);
        case Qt::Key_Home:
            return slideRow(*plan(), 0, strategy);
        case Qt::Key_End:
            return slideRow(*plan(), plan()->slide->values.size() - 1, strategy);
        default:
            return std::nullopt;
    }
}

/// Dragging takes the marker along.
void SlideCharts::mouseMoveEvent(QMouseEvent* event) {
    PlanChart::mouseMoveEvent(event);
    if (!event->buttons().testFlag(Qt::LeftButton) || !selected()) return;
    const auto row = rowAt(event->position());
    if (!row) return;
    const auto there = slideRow(*plan(), stopOf(*plan(), *row), strategyOf(*plan(), *selected()));
    if (there && there != selected()) choose(*there);
}

}  // namespace shardscope::gui
