#include "gui/paint/paint_pareto.h"

#include <algorithm>
#include <cmath>

#include "gui/paint/paint_ticks.h"

namespace shardscope::gui {
namespace {

constexpr double kSmall = 3, kFront = 4.5, kStar = 7;

void paintAxes(QPainter& painter, const ParetoScene& scene, const Theme& theme) {
    const double line = painter.fontMetrics().height();
    paintTicks(painter, scene.plot, scene.xTicks, scene.yTicks, theme);
    painter.setPen(theme.text);
    painter.drawText(QRectF(0, 0, scene.size.width(), line), Qt::AlignLeft | Qt::TextDontClip,
                     QStringLiteral("↑ ") + scene.yTitle);
    painter.drawText(QRectF(0, scene.size.height() - line, scene.plot.right(), line),
                     Qt::AlignRight | Qt::TextDontClip, scene.xTitle + QStringLiteral(" →"));
}

void paintBudget(QPainter& painter, const ParetoScene& scene, const Theme& theme) {
    if (!scene.budget) return;
    const QRectF beyond(QPointF(*scene.budget, scene.plot.top()), scene.plot.bottomRight());
    QColor shade = theme.faint;
    shade.setAlpha(40);
    painter.fillRect(beyond, QBrush(shade, Qt::BDiagPattern));
    painter.setPen(QPen(theme.text, 1.5, Qt::DashLine));
    painter.drawLine(QPointF(*scene.budget, scene.plot.top()),
                     QPointF(*scene.budget, scene.plot.bottom()));
    const double line = painter.fontMetrics().height();
    const double width = painter.fontMetrics().horizontalAdvance(scene.budgetText) + 2;
    const double left = std::min(*scene.budget - width / 2, scene.size.width() - width);
    painter.setPen(theme.text);
    painter.drawText(QRectF(left, scene.plot.top() - line - 1, width, line),
                     Qt::AlignLeft | Qt::TextDontClip, scene.budgetText);
}

QPolygonF star(QPointF centre) {
    QPolygonF shape;
    for (int i = 0; i < 10; ++i) {
        const double radius = i % 2 ? 0.45 * kStar : kStar, angle = M_PI * (i / 5.0 - 0.5);
        shape << centre + radius * QPointF(std::cos(angle), std::sin(angle));
    }
    return shape;
}

void paintPoint(QPainter& painter, const ParetoPoint& point, const Theme& theme) {
    const QColor colour = point.onFront ? theme.ready : theme.faint;
    painter.setPen(QPen(point.recommended ? theme.background : colour, 1.2));
    painter.setBrush(point.fits ? QBrush(colour) : QBrush(Qt::NoBrush));
    if (point.recommended) {
        painter.setBrush(theme.accent);
        painter.drawPolygon(star(point.at));
    } else {
        const double radius = point.onFront ? kFront : kSmall;
        painter.drawEllipse(point.at, radius, radius);
    }
    if (!point.selected) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.text, 2));
    painter.drawEllipse(point.at, kStar + 3, kStar + 3);
}

void paintFronts(QPainter& painter, const ParetoScene& scene, const Theme& theme) {
    const double line = painter.fontMetrics().height();
    for (const ParetoLine& front : scene.fronts) {
        painter.setPen(QPen(theme.ready, 1.4));
        painter.drawPolyline(front.points);
    }
    QColor plate = theme.background;
    plate.setAlphaF(0.75F);
    for (const ParetoLine& front : scene.fronts) {
        const double width = painter.fontMetrics().horizontalAdvance(front.text);
        painter.fillRect(QRectF(front.label.x(), front.label.y() - line / 2, width, line), plate);
        painter.setPen(theme.text);
        painter.drawText(QRectF(front.label.x(), front.label.y() - line / 2, 120, line),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, front.text);
    }
}

}  // namespace

void paintPareto(QPainter& painter, const ParetoScene& scene, const Theme& theme) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (!scene.nothing.isEmpty()) {
        painter.setPen(theme.faint);
        painter.drawText(QRectF(QPointF(), scene.size), Qt::AlignCenter | Qt::TextWordWrap,
                         scene.nothing);
        painter.restore();
        return;
    }
    paintAxes(painter, scene, theme);
    paintBudget(painter, scene, theme);
    for (const ParetoPoint& point : scene.points) {
        if (!point.onFront) paintPoint(painter, point, theme);
    }
    paintFronts(painter, scene, theme);
    for (const ParetoPoint& point : scene.points) {
        if (point.onFront) paintPoint(painter, point, theme);
    }
    painter.restore();
}

}  // namespace shardscope::gui
