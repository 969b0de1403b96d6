#include "gui/paint/paint_curves.h"

#include "gui/paint/paint_ticks.h"
#include "gui/paint/series_colours.h"

namespace shardscope::gui {
namespace {

void paintGrid(QPainter& painter, const CurveScene& scene, const Theme& theme) {
    const double line = painter.fontMetrics().height();
    paintTicks(painter, scene.plot, scene.xTicks, scene.yTicks, theme);
    painter.setPen(theme.faint);
    const double right = scene.xTitleLeft;
    painter.drawText(
        QRectF(right, scene.plot.bottom() + kTickGap, scene.size.width() - right, line),
        Qt::AlignLeft | Qt::TextDontClip, scene.xTitle);
}

void paintLabels(QPainter& painter, const CurveScene& scene, const Theme& theme) {
    const double line = painter.fontMetrics().height();
    for (const CurveLabel& label : scene.labels) {
        painter.setPen(QPen(theme.grid, 1));
        painter.drawLine(label.from, label.at - QPointF(3, 0));
        painter.setPen(label.joined ? theme.text : seriesColour(label.curve, theme));
        painter.drawText(
            QRectF(label.at.x(), label.at.y() - line / 2, scene.size.width() - label.at.x(), line),
            Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, label.text);
    }
}

void paintTitle(QPainter& painter, const CurveScene& scene, const Theme& theme) {
    const QFont font = painter.font();
    QFont bold = font;
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(theme.text);
    const double line = painter.fontMetrics().height();
    painter.drawText(QRectF(0, 0, scene.size.width(), line), Qt::AlignLeft | Qt::TextDontClip,
                     scene.title);
    painter.setFont(font);
    painter.setPen(theme.faint);
    painter.drawText(QRectF(QPointF(0, 0), scene.size).adjusted(0, line, 0, 0),
                     Qt::AlignCenter | Qt::TextDontClip, scene.nothing);
}

}  // namespace

void paintCurves(QPainter& painter, const CurveScene& scene, const Theme& theme) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintTitle(painter, scene, theme);
    if (scene.nothing.isEmpty()) paintGrid(painter, scene, theme);
    for (size_t i = 0; i < scene.lines.size(); ++i) {
        painter.setPen(seriesPen(static_cast<int>(i), theme));
        for (const QPolygonF& line : scene.lines[i]) {
            painter.drawPolyline(line);
            if (line.size() == 1) painter.drawEllipse(line.front(), 1.5, 1.5);
        }
    }
    paintLabels(painter, scene, theme);
    painter.restore();
}

}  // namespace shardscope::gui
