#pragma once
// A plan as a heat map: strategies down, numbers of ranks across, the best configuration a cell.
// Pure: positions and words, no font, no colour.

#include <QRectF>
#include <QSizeF>
#include <QString>
#include <optional>
#include <vector>

#include "gui/layout/text_measure.h"
#include "gui/model/plan.h"

namespace shardscope::gui {

enum class CellKind {
    Fits,
    TooMuch,
    Unlimited,  ///< no budget was given
    Refused     ///< no configuration of it can be
};

struct HeatCell {
    QRectF rect;
    size_t cell = 0;            ///< of Plan::cells
    std::optional<size_t> row;  ///< the best; none where the plan has none
    CellKind kind = CellKind::Refused;
    double tone = 0;  ///< 0 … 1: share of the budget that is free, or missing; of the least need
    QStringList lines;  ///< headline first; as many as there is room for
    bool recommended = false, onFront = false, selected = false;
};

struct HeatLabel {
    QRectF rect;
    QString text;
};

struct HeatMapScene {
    QSizeF size;
    std::vector<HeatLabel> strategies, ranks;
    std::vector<HeatCell> cells;
    QRectF legend;  ///< one line below the cells
    bool limited = false;
    bool statesAlone = false;  ///< cells say ">" what model states alone need
};

/// @param selected a row; its cell is marked.
HeatMapScene layoutHeatMap(const Plan& plan, QSizeF size, const TextMeasure& measure,
                           std::optional<size_t> selected);
/// The best row of the cell at @p pos.
std::optional<size_t> hitTest(const HeatMapScene& scene, QPointF pos);
/// The best row of the cell that is @p across and @p down cells from @p row's, at the edge the same.
std::optional<size_t> neighbour(const Plan& plan, std::optional<size_t> row, int across, int down);

}  // namespace shardscope::gui
