#include "gui/paint/paint_slide.h"

#include "gui/paint/paint_curves.h"
#include "gui/paint/series_colours.h"

namespace shardscope::gui {
namespace {

constexpr double kDot = 3.5, kRing = 7;

void paintMark(QPainter& painter, const SlidePanel& panel, const Theme& theme) {
    if (!panel.mark) return;
    const QRectF& ground = panel.mark->ground;
    QColor shade = theme.faint;
    shade.setAlpha(70);
    painter.fillRect(ground, QBrush(shade, Qt::BDiagPattern));
    painter.setPen(QPen(theme.warning, 1.5, Qt::DashLine));
    painter.drawLine(ground.topLeft(), ground.bottomLeft());
}

/// Above everything, so that lines do not cross it.
void paintMarkText(QPainter& painter, const SlidePanel& panel, const Theme& theme) {
    if (!panel.mark) return;
    QColor plate = theme.background;
    plate.setAlphaF(0.85F);
    painter.fillRect(panel.mark->rect, plate);
    painter.setPen(theme.warning);
    painter.drawText(panel.mark->rect, Qt::AlignCenter | Qt::TextDontClip, panel.mark->text);
}

void paintMarker(QPainter& painter, const SlidePanel& panel, const Theme& theme) {
    const QRectF& plot = panel.curves.plot;
    painter.setPen(QPen(theme.accent, 2));
    painter.drawLine(QPointF(panel.markerX, plot.top()), QPointF(panel.markerX, plot.bottom() + 4));
    for (const SlidePoint& point : panel.points) {
        painter.setPen(QPen(theme.background, 1));
        painter.setBrush(seriesColour(point.strategy, theme));
        const double radius = point.marked ? kDot + 1 : kDot - 1;
        painter.drawEllipse(point.at, radius, radius);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.text, 2));
    for (const SlidePoint& point : panel.points) {
        if (point.selected) painter.drawEllipse(point.at, kRing, kRing);
    }
}

}  // namespace

void paintSlide(QPainter& painter, const SlideScene& scene, const Theme& theme) {
    for (const SlidePanel& panel : scene.panels) {
        painter.save();
        painter.translate(panel.corner);
        painter.setRenderHint(QPainter::Antialiasing);
        if (panel.curves.nothing.isEmpty()) paintMark(painter, panel, theme);
        paintCurves(painter, panel.curves, theme);
        if (panel.curves.nothing.isEmpty()) {
            paintMarker(painter, panel, theme);
            paintMarkText(painter, panel, theme);
        }
        painter.restore();
    }
}

}  // namespace shardscope::gui
