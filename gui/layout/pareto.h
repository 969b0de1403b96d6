#pragma once
// A plan's rows as points: memory across, cost upwards; the front of each number of ranks joined by a
// line. Pure: positions and words.

#include <QPolygonF>
#include <QRectF>
#include <QSizeF>
#include <optional>
#include <vector>

#include "gui/layout/text_measure.h"
#include "gui/layout/value_axis.h"
#include "gui/model/plan.h"

namespace shardscope::gui {

struct ParetoPoint {
    QPointF at;
    size_t row = 0;
    bool fits = true;  ///< or no budget was given
    bool onFront = false, recommended = false, selected = false;
};

struct ParetoLine {
    qint64 ranks = 0;
    QPolygonF points;
    QString text;
    QPointF label;  ///< left end, vertically centred
};

struct ParetoScene {
    QSizeF size;
    QRectF plot;
    QString xTitle, yTitle;
    QString nothing;  ///< why there is no point; empty where there are
    std::vector<Tick> xTicks, yTicks;
    std::vector<ParetoPoint> points;  ///< what matters more is later, and so is painted on top
    std::vector<ParetoLine> fronts;
    std::optional<double> budget;  ///< px
    QString budgetText;
};

/// Rows that would lie on the same two pixels are one point; those on the front, the recommended and
/// the selected always have their own.
ParetoScene layoutPareto(const Plan& plan, QSizeF size, const TextMeasure& measure,
                         std::optional<size_t> selected);
/// The row of the nearest point within 12 px.
std::optional<size_t> hitTest(const ParetoScene& scene, QPointF pos);
/// The row of the point that is @p steps further right (by memory) than @p row's.
std::optional<size_t> pointBeside(const ParetoScene& scene, std::optional<size_t> row, int steps);

}  // namespace shardscope::gui
