#include "gui/paint/paint_ticks.h"

namespace shardscope::gui {

void paintTicks(QPainter& painter, const QRectF& plot, const std::vector<Tick>& xTicks,
                const std::vector<Tick>& yTicks, const Theme& theme) {
    const double line = painter.fontMetrics().height();
    for (const Tick& tick : yTicks) {
        painter.setPen(theme.grid);
        painter.drawLine(QPointF(plot.left(), tick.position), QPointF(plot.right(), tick.position));
        painter.setPen(theme.faint);
        painter.drawText(QRectF(0, tick.position - line / 2, plot.left() - kTickGap, line),
                         Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, tick.text);
    }
    for (const Tick& tick : xTicks) {
        painter.setPen(theme.grid);
        painter.drawLine(QPointF(tick.position, plot.bottom()),
                         QPointF(tick.position, plot.bottom() + 4));
        painter.setPen(theme.faint);
        painter.drawText(QRectF(tick.position - 60, plot.bottom() + kTickGap, 120, line),
                         Qt::AlignHCenter | Qt::TextDontClip, tick.text);
    }
}

}  // namespace shardscope::gui
