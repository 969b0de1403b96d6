// The three charts of a plan: each lays out, paints, and says what lies where.

#include <QPainter>

#include "gui/layout/heat_map.h"
#include "gui/layout/memory_bars.h"
#include "gui/layout/pareto.h"
#include "gui/paint/paint_heat_map.h"
#include "gui/paint/paint_memory_bars.h"
#include "gui/paint/paint_pareto.h"
#include "gui/widgets/plan_chart.h"

namespace shardscope::gui {

void HeatMapWidget::paintPlan(QPainter& painter, const Theme& theme) {
    paintHeatMap(painter, layoutHeatMap(*plan(), size(), measure(), selected()), theme);
}

std::optional<size_t> HeatMapWidget::rowAt(QPointF pos) const {
    return hitTest(layoutHeatMap(*plan(), size(), measure(), selected()), pos);
}

std::optional<size_t> HeatMapWidget::rowBeyond(int key) const {
    switch (key) {
        case Qt::Key_Left:
            return neighbour(*plan(), selected(), -1, 0);
        case Qt::Key_Right:
            return neighbour(*plan(), selected(), 1, 0);
        case Qt::Key_Up:
            return neighbour(*plan(), selected(), 0, -1);
        case Qt::Key_Down:
            return neighbour(*plan(), selected(), 0, 1);
        default:
            return std::nullopt;
    }
}

void ParetoWidget::paintPlan(QPainter& painter, const Theme& theme) {
    paintPareto(painter, layoutPareto(*plan(), size(), measure(), selected()), theme);
}

std::optional<size_t> ParetoWidget::rowAt(QPointF pos) const {
    return hitTest(layoutPareto(*plan(), size(), measure(), selected()), pos);
}

std::optional<size_t> ParetoWidget::rowBeyond(int key) const {
    const bool back = key == Qt::Key_Left || key == Qt::Key_Up;
    if (!back && key != Qt::Key_Right && key != Qt::Key_Down) return std::nullopt;
    return pointBeside(layoutPareto(*plan(), size(), measure(), selected()), selected(),
                       back ? -1 : 1);
}

void MemoryBarsWidget::paintPlan(QPainter& painter, const Theme& theme) {
    paintMemoryBars(painter, layoutMemoryBars(*plan(), size(), measure(), selected(), titleOf),
                    theme);
}

std::optional<size_t> MemoryBarsWidget::rowAt(QPointF pos) const {
    return hitTest(layoutMemoryBars(*plan(), size(), measure(), selected(), titleOf), pos);
}

std::optional<size_t> MemoryBarsWidget::rowBeyond(int key) const {
    if (key == Qt::Key_Up) return rowBelow(*plan(), selected(), -1);
    if (key == Qt::Key_Down) return rowBelow(*plan(), selected(), 1);
    return std::nullopt;
}

}  // namespace shardscope::gui
