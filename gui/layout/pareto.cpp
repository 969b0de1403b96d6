#include "gui/layout/pareto.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "gui/model/byte_text.h"
#include "gui/model/plan_words.h"

namespace shardscope::gui {
namespace {

constexpr double kGap = 6;
constexpr double kReach = 12;  // px from a point that still mean it
constexpr double kGrain = 2;   // px that points share

/// Whether steps of all rows are of one size, so that their times compare as they are.
bool oneBatch(const Plan& plan) {
    std::optional<qint64> batch;
    for (const PlanRow& row : plan.rows) {
        if (!row.evaluated) continue;
        if (batch && row.globalBatch != batch) return false;
        batch = row.globalBatch;
    }
    return true;
}

struct Cost {
    const Plan& plan;
    bool asIs = true;

    std::optional<double> of(const PlanRow& row) const {
        if (!asIs) return costOf(plan, row);
        if (!row.evaluated || (plan.byTime && !row.stepNs)) return std::nullopt;
        return static_cast<double>(plan.byTime ? *row.stepNs : row.wireBytes);
    }
    QString title() const {
        if (plan.byTime)
            return asIs ? QCoreApplication::translate("Plan", "step time")
                        : QCoreApplication::translate("Plan", "GPU time a sequence");
        return asIs ? QCoreApplication::translate("Plan", "bytes a rank sends a step")
                    : QCoreApplication::translate("Plan", "bytes sent a sequence");
    }
    QString text(double value) const {
        return plan.byTime ? stepText(static_cast<qint64>(value)) : bytesTick(value);
    }
};

struct Span {
    double least = std::numeric_limits<double>::max(), most = 0;
    void take(double value) {
        least = std::min(least, value);
        most = std::max(most, value);
    }
};

/// Orders points so that the ones that matter are painted last.
int weightOf(const ParetoPoint& point) {
    return 8 * point.selected + 4 * point.recommended + 2 * point.onFront + point.fits;
}

void addPoints(const Plan& plan, const Cost& cost, const Axis& x, const Axis& y,
               std::optional<size_t> selected, ParetoScene& scene) {
    std::set<std::pair<int, int>> taken;
    for (size_t i = 0; i < plan.rows.size(); ++i) {
        const PlanRow& row = plan.rows[i];
        const auto value = cost.of(row);
        if (!value) continue;
        ParetoPoint point{.at = {x.at(static_cast<double>(row.neededBytes)), y.at(*value)},
                          .row = i,
                          .fits = row.fits.value_or(true),
                          .onFront = row.onFront,
                          .recommended = plan.recommended == i,
                          .selected = selected == i};
        const std::pair grain{static_cast<int>(point.at.x() / kGrain),
                              static_cast<int>(point.at.y() / kGrain)};
        const bool fresh = taken.insert(grain).second;
        if (fresh || weightOf(point) > 1) scene.points.push_back(point);
    }
    std::ranges::stable_sort(scene.points, {}, weightOf);
}

void addFronts(const Plan& plan, const Cost& cost, const Axis& x, const Axis& y,
               const TextMeasure& measure, ParetoScene& scene) {
    for (const qint64 ranks : plan.ranks) {
        ParetoLine line{.ranks = ranks};
        for (const size_t i : plan.front) {
            const PlanRow& row = plan.rows[i];
            const auto value = cost.of(row);
            if (row.ranks != ranks || !value) continue;
            line.points.push_back({x.at(static_cast<double>(row.neededBytes)), y.at(*value)});
        }
        if (line.points.isEmpty()) continue;
        std::ranges::sort(line.points, {}, [](const QPointF& p) { return p.x(); });
        line.text = ranksText(ranks);
        // Left of the front there is nothing of as many ranks, and above its left end little.
        const QPointF first = line.points.front();
        const double room = measure.width(line.text) + kReach;
        line.label = first.x() - room > x.begin ? first - QPointF(room, 0)
                                                : first - QPointF(kGap, 0.95 * measure.height);
        scene.fronts.push_back(line);
    }
}

/// Moves labels that would cover each other apart, downwards.
void spread(std::vector<ParetoLine>& lines, double height) {
    std::ranges::sort(lines, {}, [](const ParetoLine& line) { return line.label.y(); });
    for (size_t i = 1; i < lines.size(); ++i) {
        const bool beside = std::abs(lines[i].label.x() - lines[i - 1].label.x()) < 6 * height;
        if (beside) {
            lines[i].label.setY(std::max(lines[i].label.y(), lines[i - 1].label.y() + height));
        }
    }
}

double widestTick(const std::vector<Tick>& ticks, const TextMeasure& measure) {
    double most = 0;
    for (const Tick& tick : ticks) most = std::max(most, measure.width(tick.text));
    return most;
}

}  // namespace

ParetoScene layoutPareto(const Plan& plan, QSizeF size, const TextMeasure& measure,
                         std::optional<size_t> selected) {
    ParetoScene scene{.size = size,
                      .xTitle = QCoreApplication::translate("Plan", "memory of a rank")};
    const Cost cost{plan, oneBatch(plan)};
    scene.yTitle = cost.title();
    Span memory, costs;
    for (const PlanRow& row : plan.rows) {
        const auto value = cost.of(row);
        if (!value) continue;
        memory.take(static_cast<double>(row.neededBytes));
        costs.take(*value);
    }
    if (memory.most == 0) {
        scene.nothing = QCoreApplication::translate("Plan", "No configuration has a cost to draw.");
        return scene;
    }
    if (plan.memoryBytes) memory.take(static_cast<double>(*plan.memoryBytes));
    const double line = measure.height;
    Axis x = axisOver(memory.least, memory.most, true, true);
    Axis y = axisOver(costs.least, costs.most, true, true);
    y.begin = size.height() - 2 * line - 2 * kGap;
    y.end = 2 * line + 2 * kGap;  // the titles of the axis and of the limit
    const double unit = plan.byTime ? 1 : byteUnit(costs.most);
    scene.yTicks = ticksOf(y, 2.2 * line, unit, [&](double v) { return cost.text(v); });
    x.begin = widestTick(scene.yTicks, measure) + 2 * kGap;
    x.end = size.width() - 2 * kGap;
    scene.plot = QRectF(QPointF(x.begin, y.end), QPointF(x.end, y.begin));
    scene.xTicks =
        ticksOf(x, 5 * line, byteUnit(x.logarithmic ? memory.least : memory.most), bytesTick);
    if (plan.memoryBytes) {
        scene.budget = x.at(static_cast<double>(*plan.memoryBytes));
        scene.budgetText =
            QCoreApplication::translate("Plan", "limit %1").arg(sizeText(*plan.memoryBytes));
    }
    addFronts(plan, cost, x, y, measure, scene);
    spread(scene.fronts, line);
    addPoints(plan, cost, x, y, selected, scene);
    return scene;
}

std::optional<size_t> hitTest(const ParetoScene& scene, QPointF pos) {
    std::optional<size_t> nearest;
    double least = kReach;
    for (const ParetoPoint& point : scene.points) {
        const double distance = std::hypot(point.at.x() - pos.x(), point.at.y() - pos.y());
        if (distance <= least) {
            least = distance;
            nearest = point.row;
        }
    }
    return nearest;
}

std::optional<size_t> pointBeside(const ParetoScene& scene, std::optional<size_t> row, int steps) {
    if (scene.points.empty()) return std::nullopt;
    std::vector<ParetoPoint> points = scene.points;
    std::ranges::sort(points, {},
                      [](const ParetoPoint& p) { return std::tuple(p.at.x(), p.at.y(), p.row); });
    const auto at =
        std::ranges::find_if(points, [&](const ParetoPoint& p) { return p.row == row; });
    const auto index = at == points.end() ? 0 : at - points.begin() + steps;
    return points[static_cast<size_t>(std::clamp<std::ptrdiff_t>(index, 0, std::ssize(points) - 1))]
        .row;
}

}  // namespace shardscope::gui
