#include "gui/layout/memory_bars.h"

#include <QCoreApplication>
#include <algorithm>

#include "gui/model/byte_text.h"
#include "gui/model/plan_words.h"

namespace shardscope::gui {
namespace {

constexpr double kGap = 8;
constexpr double kLabelShare = 0.20;  // of the width, for the settings
constexpr double kPlotShare = 0.34;
constexpr double kSwatch = 12;

QString titleOf(const PlanRow& row, size_t count) {
    const QString where =
        QCoreApplication::translate("Plan", "%1 on %2").arg(row.strategy, ranksText(row.ranks));
    return count == 1
               ? QCoreApplication::translate("Plan", "Memory of a rank at its peak: %1").arg(where)
               : QCoreApplication::translate(
                     "Plan", "Memory of a rank at its peak: %1, %2 configurations, best first")
                     .arg(where)
                     .arg(count);
}

/// What @p row is known to need.
qint64 bytesOf(const PlanRow& row) { return row.statesBytes.value_or(row.neededBytes); }

QString noteOf(const PlanRow& row) {
    if (row.statesBytes)
        return marginText(row) + QStringLiteral(" · ") +
               QCoreApplication::translate("Plan", "activations unknown");
    if (!row.evaluated) return refusalText(row);
    return QCoreApplication::translate("Plan", "%1 · %2 · sends %3 in %4 calls")
        .arg(marginText(row),
             row.stepNs ? QCoreApplication::translate("Plan", "step %1").arg(stepText(row.stepNs))
                        : QCoreApplication::translate("Plan", "no step time"),
             sizeText(row.wireBytes))
        .arg(row.calls);
}

void addSegments(const PlanRow& row, double pxPerByte, const QRectF& lane, MemoryBar& bar) {
    double left = lane.left();
    for (size_t c = 0; c < row.atPeak.size(); ++c) {
        const auto bytes = row.atPeak[c];
        if (bytes <= 0) continue;
        const double width = static_cast<double>(bytes) * pxPerByte;
        bar.segments.push_back({.rect = QRectF(left, lane.top(), width, lane.height()),
                                .category = static_cast<core::Category>(c),
                                .bytes = bytes});
        left += width;
    }
    const double end = lane.left() + static_cast<double>(bytesOf(row)) * pxPerByte;
    if (end > left) bar.rest = QRectF(left, lane.top(), end - left, lane.height());
}

/// Only categories that are seen: at least half a pixel in some bar.
void addLegend(MemoryBarsScene& scene, const TextMeasure& measure,
               const std::function<QString(core::Category)>& title) {
    std::array<bool, core::kCategories> seen{};
    for (const MemoryBar& bar : scene.bars) {
        for (const BarSegment& segment : bar.segments) {
            if (segment.rect.width() >= 0.5) seen[static_cast<size_t>(segment.category)] = true;
        }
    }
    double left = 0;
    const double below = scene.plot.bottom() + (scene.more.isEmpty() ? 0 : 1.7 * measure.height);
    const double top = std::min(below + kGap, scene.size.height() - measure.height);
    for (size_t c = 0; c < seen.size(); ++c) {
        if (!seen[c]) continue;
        const auto category = static_cast<core::Category>(c);
        const double width = measure.width(title(category));
        const double middle = top + (measure.height - kSwatch) / 2;
        scene.legend.push_back({.swatch = QRectF(left, middle, kSwatch, kSwatch),
                                .text = QRectF(left + kSwatch + 5, top, width + 2, measure.height),
                                .category = category});
        left += kSwatch + 5 + width + 2 * kGap;
    }
}

}  // namespace

MemoryBarsScene layoutMemoryBars(const Plan& plan, QSizeF size, const TextMeasure& measure,
                                 std::optional<size_t> selected,
                                 const std::function<QString(core::Category)>& title) {
    MemoryBarsScene scene{.size = size};
    if (!selected || plan.cellOf(*selected) >= plan.cells.size()) return scene;
    const std::vector<size_t>& rows = plan.cells[plan.cellOf(*selected)].rows;
    scene.title = titleOf(plan.rows[*selected], rows.size());
    const double line = measure.height, pitch = 1.7 * line, top = 1.5 * line;
    const auto room = std::max(1, static_cast<int>((size.height() - top - 1.4 * line) / pitch));
    const auto all = static_cast<int>(rows.size());
    const int shown = all <= room ? all : std::max(1, room - 1);
    // The selected row is always among those shown.
    const auto at = static_cast<int>(std::ranges::find(rows, *selected) - rows.begin());
    const int first = std::clamp(at - shown + 1, 0, all - shown);
    qint64 most = plan.memoryBytes.value_or(0);
    for (const size_t row : rows) most = std::max(most, bytesOf(plan.rows[row]));
    scene.plot = QRectF(kLabelShare * size.width(), top, kPlotShare * size.width(), shown * pitch);
    const double pxPerByte = scene.plot.width() / static_cast<double>(std::max<qint64>(1, most));
    for (int i = 0; i < shown; ++i) {
        const size_t index = rows[static_cast<size_t>(first + i)];
        const PlanRow& row = plan.rows[index];
        const QRectF area(0, top + i * pitch, size.width(), pitch);
        const double noteLeft = scene.plot.right() + 2 * kGap;
        MemoryBar bar{.row = index,
                      .area = area,
                      .label = QRectF(area.left() + 4, area.top(), scene.plot.left() - kGap, pitch),
                      .note = QRectF(noteLeft, area.top(), size.width() - noteLeft - 4, pitch),
                      .selected = selected == index,
                      .recommended = plan.recommended == index};
        bar.settings = elided(settingsLine(row), bar.label.width() - kGap, measure);
        bar.noteText = elided(noteOf(row), bar.note.width(), measure);
        addSegments(row, pxPerByte,
                    QRectF(scene.plot.left(), area.top() + 3, scene.plot.width(), pitch - 6), bar);
        scene.bars.push_back(std::move(bar));
    }
    if (plan.memoryBytes) {
        scene.budget = scene.plot.left() + static_cast<double>(*plan.memoryBytes) * pxPerByte;
    }
    if (shown < all) {
        scene.more =
            QCoreApplication::translate("Plan", "%1 more: see all configurations").arg(all - shown);
        scene.moreRect = QRectF(4, top + shown * pitch, size.width(), pitch);
    }
    addLegend(scene, measure, title);
    return scene;
}

std::optional<size_t> hitTest(const MemoryBarsScene& scene, QPointF pos) {
    for (const MemoryBar& bar : scene.bars) {
        if (bar.area.contains(pos)) return bar.row;
    }
    return std::nullopt;
}

std::optional<size_t> rowBelow(const Plan& plan, std::optional<size_t> row, int steps) {
    if (!row || plan.cellOf(*row) >= plan.cells.size()) return plan.firstRow();
    const std::vector<size_t>& rows = plan.cells[plan.cellOf(*row)].rows;
    const auto at = std::ranges::find(rows, *row) - rows.begin() + steps;
    return rows[static_cast<size_t>(std::clamp<std::ptrdiff_t>(at, 0, std::ssize(rows) - 1))];
}

}  // namespace shardscope::gui
