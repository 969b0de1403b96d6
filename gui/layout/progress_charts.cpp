// Losses and memory of a run, step by step, as charts.

#include <algorithm>
#include <bit>
#include <limits>

#include "gui/layout/curve_chart.h"
#include "gui/model/byte_text.h"

namespace shardscope::gui {
namespace {

Curve curveOf(const StrategyProgress& strategy,
              const std::function<double(const ProgressPoint&)>& value) {
    Curve curve{.name = strategy.strategy};
    for (size_t i = 0; i < strategy.points.size(); ++i) {
        curve.points.emplace_back(static_cast<double>(i + 1), value(strategy.points[i]));
    }
    return curve;
}

/// Where the axis of steps ends: at the run's end, or while that is far away at twice what is done, so
/// that the first steps can be seen. Doubles, so that the picture seldom jumps.
double shownSteps(const RunProgress& progress) {
    size_t done = 1;
    for (const StrategyProgress& each : progress.strategies) {
        done = std::max(done, each.points.size());
    }
    const auto doubled = static_cast<qint64>(std::bit_ceil(2 * done));
    return static_cast<double>(
        std::clamp<qint64>(progress.stepsEach(), 2, std::max<qint64>(64, doubled)));
}

CurveChart chartOf(const RunProgress& progress,
                   const std::function<double(const ProgressPoint&)>& value) {
    CurveChart chart{.xFrom = 1, .xTo = shownSteps(progress)};
    for (const StrategyProgress& each : progress.strategies) {
        chart.curves.push_back(curveOf(each, value));
    }
    return chart;
}

double mostOf(const CurveChart& chart) {
    double most = 0;
    for (const Curve& curve : chart.curves) {
        for (const QPointF& point : curve.points) most = std::max(most, point.y());
    }
    return most;
}

}  // namespace

CurveChart lossChart(const RunProgress& progress) {
    CurveChart chart = chartOf(progress, [](const ProgressPoint& point) {
        return point.loss.value_or(std::numeric_limits<double>::quiet_NaN());
    });
    chart.yText = [](double value) { return QString::number(value, 'g', 4); };
    return chart;
}

CurveChart peakBytesChart(const RunProgress& progress) {
    CurveChart chart = chartOf(
        progress, [](const ProgressPoint& point) { return static_cast<double>(point.peakBytes); });
    chart.fromZero = true;
    chart.yUnit = byteUnit(mostOf(chart));
    chart.yText = [](double bytes) { return bytesTick(bytes); };
    return chart;
}

}  // namespace shardscope::gui
