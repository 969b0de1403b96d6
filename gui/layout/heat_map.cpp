#include "gui/layout/heat_map.h"

#include <QCoreApplication>
#include <algorithm>

#include "gui/model/plan_words.h"

namespace shardscope::gui {
namespace {

constexpr double kGap = 3;      // between cells
constexpr double kPadding = 6;  // inside a cell
constexpr double kMostWidth = 190, kMostHeight = 84;

CellKind kindOf(const PlanRow& row) {
    if (row.statesBytes && row.fits == false) return CellKind::TooMuch;
    if (!row.evaluated) return CellKind::Refused;
    if (!row.fits) return CellKind::Unlimited;
    return *row.fits ? CellKind::Fits : CellKind::TooMuch;
}

double toneOf(const Plan& plan, const PlanRow& row, qint64 mostNeeded) {
    if (row.statesBytes && plan.memoryBytes) {
        const auto limit = static_cast<double>(std::max<qint64>(1, *plan.memoryBytes));
        return std::clamp(static_cast<double>(*row.statesBytes) / limit - 1, 0.0, 1.0);
    }
    if (!row.evaluated) return 0;
    if (!row.marginBytes || !plan.memoryBytes) {
        return 1 - static_cast<double>(row.neededBytes) /
                       static_cast<double>(std::max<qint64>(1, mostNeeded));
    }
    const double share = static_cast<double>(std::abs(*row.marginBytes)) /
                         static_cast<double>(std::max<qint64>(1, *plan.memoryBytes));
    return std::clamp(share, 0.0, 1.0);
}

/// Headlines are bold, and so about a tenth wider.
TextMeasure bold(const TextMeasure& measure) {
    return {.height = measure.height,
            .width = [&measure](const QString& text) { return 1.12 * measure.width(text); }};
}

/// The first of @p texts that fits, else nothing.
QString longestThatFits(const QStringList& texts, double width, const TextMeasure& measure) {
    for (const QString& text : texts) {
        if (measure.width(text) <= width) return text;
    }
    return {};
}

QString timeLine(const PlanRow& row, double width, const TextMeasure& measure) {
    if (!row.stepNs) {
        return longestThatFits({QCoreApplication::translate("Plan", "no step time")}, width,
                               measure);
    }
    const QString time = stepText(row.stepNs);
    return longestThatFits({QCoreApplication::translate("Plan", "step %1").arg(time), time}, width,
                           measure);
}

/// The second line, which is the shortest, leaves room for a mark at its right.
QStringList linesOf(const PlanRow& row, QSizeF room, const TextMeasure& measure) {
    const double width = room.width() - 2 * kPadding;
    QStringList lines{longestThatFits({marginText(row), marginShort(row), marginTiny(row)}, width,
                                      bold(measure))};
    if (row.statesBytes) {
        const QString more = QCoreApplication::translate("Plan", "activations unknown");
        lines += longestThatFits({more}, width, measure);
    } else if (!row.evaluated) {
        lines += elided(refusalText(row), width, measure);
    } else {
        lines += timeLine(row, width - measure.height, measure);
        lines += longestThatFits({settingsShort(row)}, width, measure);
    }
    constexpr double kCut = 0.85;  // of a line's height: less cuts its letters
    if (room.height() < kCut * measure.height) return {};
    const auto most = static_cast<qsizetype>((room.height() - kPadding) / measure.height);
    return lines.mid(0, std::max<qsizetype>(1, most));
}

double widest(const QStringList& texts, const TextMeasure& measure) {
    double most = 0;
    for (const QString& text : texts) most = std::max(most, measure.width(text));
    return most;
}

struct Grid {
    QPointF origin;
    QSizeF pitch;  ///< a cell and its gap
};

Grid gridOf(const Plan& plan, QSizeF size, const TextMeasure& measure) {
    const double left = widest(plan.strategies, measure) + 2 * kPadding;
    const double top = measure.height + kPadding, bottom = 1.6 * measure.height + kPadding;
    const auto columns = static_cast<double>(std::max<size_t>(1, plan.ranks.size()));
    const auto rows = static_cast<double>(std::max<qsizetype>(1, plan.strategies.size()));
    return {.origin = {left, top},
            .pitch = {std::min((size.width() - left) / columns, kMostWidth),
                      std::min((size.height() - top - bottom) / rows, kMostHeight)}};
}

QRectF rectAt(const Grid& grid, size_t column, size_t row) {
    const QPointF corner = grid.origin + QPointF(grid.pitch.width() * static_cast<double>(column),
                                                 grid.pitch.height() * static_cast<double>(row));
    return QRectF(corner, grid.pitch - QSizeF(kGap, kGap));
}

void addLabels(const Plan& plan, const Grid& grid, const TextMeasure& measure,
               HeatMapScene& scene) {
    for (size_t column = 0; column < plan.ranks.size(); ++column) {
        const QRectF cell = rectAt(grid, column, 0);
        const QString text =
            longestThatFits({ranksText(plan.ranks[column]), QString::number(plan.ranks[column])},
                            cell.width(), measure);
        scene.ranks.push_back({QRectF(cell.left(), 0, cell.width(), measure.height), text});
    }
    for (qsizetype i = 0; i < plan.strategies.size(); ++i) {
        const QRectF cell = rectAt(grid, 0, static_cast<size_t>(i));
        scene.strategies.push_back(
            {QRectF(0, cell.top(), grid.origin.x() - kPadding, cell.height()), plan.strategies[i]});
    }
}

}  // namespace

HeatMapScene layoutHeatMap(const Plan& plan, QSizeF size, const TextMeasure& measure,
                           std::optional<size_t> selected) {
    HeatMapScene scene{.size = size, .limited = plan.memoryBytes.has_value()};
    const Grid grid = gridOf(plan, size, measure);
    addLabels(plan, grid, measure, scene);
    qint64 mostNeeded = 0;
    for (const PlanRow& row : plan.rows) mostNeeded = std::max(mostNeeded, row.neededBytes);
    const size_t selectedCell = selected ? plan.cellOf(*selected) : plan.cells.size();
    for (size_t i = 0; i < plan.cells.size(); ++i) {
        HeatCell cell{.rect = rectAt(grid, i % plan.ranks.size(), i / plan.ranks.size()),
                      .cell = i,
                      .selected = i == selectedCell};
        if (!plan.cells[i].rows.empty()) {
            cell.row = plan.cells[i].rows.front();
            const PlanRow& row = plan.rows[*cell.row];
            cell.kind = kindOf(row);
            scene.statesAlone |= row.statesBytes.has_value();
            cell.tone = toneOf(plan, row, mostNeeded);
            cell.lines = linesOf(row, cell.rect.size(), measure);
            cell.recommended = plan.recommended == cell.row;
            cell.onFront = row.onFront;
        }
        scene.cells.push_back(cell);
    }
    const double below = rectAt(grid, 0, static_cast<size_t>(plan.strategies.size())).top();
    scene.legend =
        QRectF(grid.origin.x(), below + kPadding, size.width() - grid.origin.x(), measure.height);
    return scene;
}

std::optional<size_t> hitTest(const HeatMapScene& scene, QPointF pos) {
    for (const HeatCell& cell : scene.cells) {
        if (cell.rect.contains(pos)) return cell.row;
    }
    return std::nullopt;
}

std::optional<size_t> neighbour(const Plan& plan, std::optional<size_t> row, int across, int down) {
    if (!row || plan.cells.empty()) return plan.firstRow();
    const size_t cell = plan.cellOf(*row);
    if (cell >= plan.cells.size()) return plan.firstRow();
    const auto columns = static_cast<int>(plan.ranks.size());
    const auto rows = static_cast<int>(plan.strategies.size());
    const int column = std::clamp(static_cast<int>(cell) % columns + across, 0, columns - 1);
    const int line = std::clamp(static_cast<int>(cell) / columns + down, 0, rows - 1);
    const PlanCell& there = plan.cell(static_cast<size_t>(line), static_cast<size_t>(column));
    return there.rows.empty() ? row : std::optional(there.rows.front());
}

}  // namespace shardscope::gui
