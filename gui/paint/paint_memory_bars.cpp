#include "gui/paint/paint_memory_bars.h"

namespace shardscope::gui {
namespace {

void fillCategory(QPainter& painter, const QRectF& rect, core::Category category,
                  const Theme& theme) {
    const QColor colour = colourOf(category, theme);
    painter.fillRect(rect, colour);
    if (patternOf(category) == Qt::SolidPattern) return;
    painter.fillRect(
        rect, QBrush(theme.dark ? colour.darker(150) : colour.lighter(150), patternOf(category)));
}

void paintBar(QPainter& painter, const MemoryBar& bar, const Theme& theme) {
    if (bar.selected) painter.fillRect(bar.area, theme.panel);
    painter.setPen(bar.selected ? theme.text : theme.faint);
    const QString mark = bar.recommended ? QStringLiteral("★ ") : QString();
    painter.drawText(bar.label, Qt::AlignLeft | Qt::AlignVCenter, mark + bar.settings);
    for (const BarSegment& segment : bar.segments) {
        fillCategory(painter, segment.rect, segment.category, theme);
    }
    painter.fillRect(bar.rest, QBrush(theme.faint, Qt::Dense6Pattern));
    painter.drawText(bar.note, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, bar.noteText);
    if (!bar.selected) return;
    painter.setPen(QPen(theme.accent, 2));
    painter.drawLine(bar.area.topLeft(), bar.area.bottomLeft());
}

void paintBudget(QPainter& painter, const MemoryBarsScene& scene, const Theme& theme) {
    if (!scene.budget || scene.bars.empty()) return;
    painter.setPen(QPen(theme.text, 1.5, Qt::DashLine));
    painter.drawLine(QPointF(*scene.budget, scene.plot.top() - 2),
                     QPointF(*scene.budget, scene.plot.bottom() + 2));
}

void paintTitle(QPainter& painter, const MemoryBarsScene& scene, const Theme& theme) {
    const QFont font = painter.font();
    QFont bold = font;
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(theme.text);
    painter.drawText(QRectF(0, 0, scene.size.width(), painter.fontMetrics().height()),
                     Qt::AlignLeft | Qt::TextDontClip, scene.title);
    painter.setFont(font);
}

}  // namespace

void paintMemoryBars(QPainter& painter, const MemoryBarsScene& scene, const Theme& theme) {
    painter.save();
    paintTitle(painter, scene, theme);
    for (const MemoryBar& bar : scene.bars) paintBar(painter, bar, theme);
    paintBudget(painter, scene, theme);
    painter.setPen(theme.faint);
    painter.drawText(scene.moreRect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                     scene.more);
    for (const BarLegend& entry : scene.legend) {
        fillCategory(painter, entry.swatch, entry.category, theme);
        painter.setPen(theme.faint);
        painter.drawText(entry.text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                         titleOf(entry.category));
    }
    painter.restore();
}

}  // namespace shardscope::gui
