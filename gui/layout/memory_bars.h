#pragma once
// The configurations of one cell of a plan as stacked bars of memory by category. Pure.

#include <QRectF>
#include <QSizeF>
#include <QString>
#include <functional>
#include <optional>
#include <vector>

#include "gui/layout/text_measure.h"
#include "gui/model/plan.h"

namespace shardscope::gui {

struct BarSegment {
    QRectF rect;
    core::Category category = core::Category::Weights;
    qint64 bytes = 0;
};

struct MemoryBar {
    size_t row = 0;
    QRectF area;   ///< all of the line, to click on
    QRectF label;  ///< of the settings
    QString settings;
    std::vector<BarSegment> segments;
    QRectF rest;  ///< needed beyond the live bytes: rounding and segments
    QRectF note;
    QString noteText;  ///< margin, traffic, time
    bool selected = false, recommended = false;
};

struct BarLegend {
    QRectF swatch, text;
    core::Category category = core::Category::Weights;
};

struct MemoryBarsScene {
    QSizeF size;
    QString title;
    std::vector<MemoryBar> bars;
    std::vector<BarLegend> legend;
    QRectF plot;
    std::optional<double> budget;  ///< px
    QString more;                  ///< "3 more", where there is no room for all
    QRectF moreRect;
};

/// @param selected a row; the bars are those of its cell. @param title a category's name.
MemoryBarsScene layoutMemoryBars(const Plan& plan, QSizeF size, const TextMeasure& measure,
                                 std::optional<size_t> selected,
                                 const std::function<QString(core::Category)>& title);
std::optional<size_t> hitTest(const MemoryBarsScene& scene, QPointF pos);
/// The row @p steps further down the cell's list.
std::optional<size_t> rowBelow(const Plan& plan, std::optional<size_t> row, int steps);

}  // namespace shardscope::gui
