#include "gui/paint/plan_picture.h"

#include "gui/layout/heat_map.h"
#include "gui/layout/memory_bars.h"
#include "gui/layout/pareto.h"
#include "gui/model/plan_words.h"
#include "gui/paint/paint_heat_map.h"
#include "gui/paint/paint_memory_bars.h"
#include "gui/paint/paint_pareto.h"
#include "gui/paint/text_font.h"

namespace shardscope::gui {
namespace {

constexpr double kMargin = 20;
constexpr double kLine = 1.25;       ///< of a font's height: other scripts' are taller than it
constexpr double kBarsShare = 0.24;  // of the height
constexpr double kMapShare = 0.52;   // of the width

/// Paints with the origin moved to @p corner.
template <class Paint>
void at(QPainter& painter, QPointF corner, const Paint& paint) {
    painter.save();
    painter.translate(corner);
    paint();
    painter.restore();
}

/// The question in bold, the verdict wrapped below it. @return where they end.
double paintHead(const Plan& plan, double width, const Theme& theme, QPainter& painter) {
    const QFont font = painter.font();
    QFont bold = font;
    bold.setBold(true);
    const TextMeasure measure = measureOf(font);
    double top = kMargin;
    painter.setPen(theme.text);
    painter.setFont(bold);
    painter.drawText(QRectF(kMargin, top, width, measure.height), Qt::AlignLeft | Qt::TextDontClip,
                     elided(questionText(plan), width, measureOf(bold)));
    painter.setFont(font);
    top += 1.4 * measure.height;
    QStringList lines = wrapped(verdictText(plan), width, measure);
    for (const QString& change : changeTexts(plan)) lines += QStringLiteral("• ") + change;
    for (const QString& line : lines) {
        painter.drawText(QRectF(kMargin, top, width, measure.height),
                         Qt::AlignLeft | Qt::TextDontClip, line);
        top += kLine * measure.height;
    }
    return top + 0.8 * kMargin;
}

}  // namespace

void renderPlan(const Plan& plan, QSize size, const Theme& theme, QPainter& painter) {
    painter.save();
    painter.fillRect(QRect(QPoint(), size), theme.background);
    const double width = size.width() - 2 * kMargin;
    const double top = paintHead(plan, width, theme, painter);
    const TextMeasure measure = measureOf(painter.font());
    const double bars = kBarsShare * size.height();
    const double charts = size.height() - top - bars - 2 * kMargin;
    const QSizeF map(kMapShare * width - kMargin, charts),
        front(width - map.width() - 2 * kMargin, charts);
    const auto row = plan.firstRow();
    at(painter, {kMargin, top},
       [&] { paintHeatMap(painter, layoutHeatMap(plan, map, measure, row), theme); });
    at(painter, {kMargin + map.width() + 2 * kMargin, top},
       [&] { paintPareto(painter, layoutPareto(plan, front, measure, row), theme); });
    at(painter, {kMargin, top + charts + kMargin}, [&] {
        paintMemoryBars(painter, layoutMemoryBars(plan, {width, bars}, measure, row, titleOf),
                        theme);
    });
    painter.restore();
}

}  // namespace shardscope::gui
