#include "gui/layout/slide_chart.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "core/base/units.h"
#include "gui/model/byte_text.h"
#include "gui/model/slide_words.h"

namespace shardscope::gui {
namespace {

constexpr double kAcross = 18, kDown = 10;  // px between charts
constexpr double kPad = 4;
constexpr double kReach = 12;  // px beyond a plot that still mean it

std::optional<double> valueOf(const Plan& plan, const SlideMetric& metric, qsizetype stop,
                              qsizetype strategy) {
    const auto row = slideRow(plan, stop, strategy);
    if (!row || !plan.rows[*row].evaluated) return std::nullopt;
    return metric.value(plan.rows[*row], plan.slide->rows[*row]);
}

/// One bucket a layer is no size among sizes: it stands apart, behind the last of them.
bool standsApart(const Plan& plan, qsizetype stop) {
    return plan.slide->values[stop] == QLatin1String("layer");
}

std::vector<Curve> curvesOf(const Plan& plan, const SlideMetric& metric) {
    std::vector<Curve> curves;
    for (qsizetype s = 0; s < plan.strategies.size(); ++s) {
        Curve curve{.name = plan.strategies[s]};
        for (qsizetype stop = 0; stop < plan.slide->values.size(); ++stop) {
            const auto value = valueOf(plan, metric, stop, s);
            if (standsApart(plan, stop)) {
                curve.points.emplace_back(static_cast<double>(stop) - 0.5,
                                          std::numeric_limits<double>::quiet_NaN());
            }
            curve.points.emplace_back(stop,
                                      value.value_or(std::numeric_limits<double>::quiet_NaN()));
        }
        curves.push_back(std::move(curve));
    }
    return curves;
}

double mostOf(const std::vector<Curve>& curves) {
    double most = 0;
    for (const Curve& curve : curves) {
        for (const QPointF& point : curve.points) {
            if (std::isfinite(point.y())) most = std::max(most, point.y());
        }
    }
    return most;
}

void setScale(CurveChart& chart, SlideMetric::Kind kind) {
    const double most = mostOf(chart.curves);
    switch (kind) {
        case SlideMetric::Kind::Bytes:
            chart.yUnit = byteUnit(most);
            chart.yText = [](double bytes) { return bytesTick(bytes); };
            return;
        case SlideMetric::Kind::Time:
            chart.yUnit = timeUnitNs(most);
            chart.yText = [most](double ns) { return timeTick(ns, most); };
            return;
        case SlideMetric::Kind::Count:
            chart.yText = [](double count) {
                if (count != std::floor(count)) return QString();
                return QString::fromStdString(core::withCommas(std::llround(count)));
            };
    }
}

CurveChart chartOf(const Plan& plan, const SlideMetric& metric) {
    const PlanSlide& slide = *plan.slide;
    CurveChart chart{.title = metric.title,
                     .nothing = QCoreApplication::translate("Plan", "nothing can be evaluated"),
                     .curves = curvesOf(plan, metric),
                     .xFrom = 0,
                     .xTo = static_cast<double>(slide.values.size() - 1),
                     .fromZero = true,
                     .terse = true};
    for (const QString& value : slide.values) chart.xNames += stopShort(value);
    chart.xTitle = slide.setting == SlideSetting::GradAccum
                       ? QStringLiteral("G")
                       : QCoreApplication::translate("Plan", "bucket");
    setScale(chart, metric.kind);
    return chart;
}

std::vector<SlidePoint> pointsOf(const Plan& plan, const SlideMetric& metric,
                                 const CurveScene& curves, qsizetype marker,
                                 std::optional<size_t> selected) {
    std::vector<SlidePoint> points;
    for (size_t row = 0; row < plan.rows.size(); ++row) {
        const qsizetype stop = stopOf(plan, row), strategy = strategyOf(plan, row);
        if (stop < 0 || strategy < 0) continue;
        const auto value = valueOf(plan, metric, stop, strategy);
        if (!value) continue;
        points.push_back({.at = {curves.x.at(static_cast<double>(stop)), curves.y.at(*value)},
                          .row = row,
                          .strategy = static_cast<int>(strategy),
                          .marked = stop == marker,
                          .selected = row == selected});
    }
    return points;
}

/// Which value @p metric's mark is at; -1 for none.
qsizetype markedStop(const Plan& plan, SlideMetric::Mark mark) {
    const PlanSlide& slide = *plan.slide;
    if (mark == SlideMetric::Mark::NoOverlap) return slide.values.indexOf(slide.noOverlapFrom);
    if (mark != SlideMetric::Mark::Outweighed || !slide.outweighedFrom) return -1;
    return stopOf(plan, slide.outweighedFrom->stage1Row);
}

QString markText(const Plan& plan, SlideMetric::Mark mark) {
    if (mark == SlideMetric::Mark::NoOverlap)
        return QCoreApplication::translate("Plan", "no overlap possible");
    return plan.slide->outweighedFrom->savedBytes > 0
               ? QCoreApplication::translate("Plan", "outweighs what stage 2 saves")
               : QCoreApplication::translate("Plan", "stage 2 saves nothing here");
}

std::optional<SlideMark> markOf(const Plan& plan, const SlideMetric& metric,
                                const CurveScene& curves, const TextMeasure& measure) {
    const qsizetype stop = markedStop(plan, metric.mark);
    if (stop < 0) return std::nullopt;
    const qsizetype last = plan.slide->values.size() - 1;
    const double end = static_cast<double>(last) - (standsApart(plan, last) ? 0.5 : 0);
    const double left = curves.x.at(static_cast<double>(stop));
    SlideMark mark{.ground = {QPointF(left, curves.plot.top()),
                              QPointF(std::max(left, curves.x.at(end)), curves.plot.bottom())}};
    mark.text = elided(markText(plan, metric.mark), curves.plot.width() - 2 * kPad, measure);
    const double width = measure.width(mark.text) + 2 * kPad;
    mark.rect = {std::min(left, curves.plot.right() - width),
                 curves.plot.top() - measure.height / 2, width, measure.height};
    return mark;
}

}  // namespace

SlideScene layoutSlide(const Plan& plan, QSizeF size, const TextMeasure& measure, qsizetype stop,
                       std::optional<size_t> selected) {
    SlideScene scene{.size = size};
    const std::vector<SlideMetric> metrics = chartMetrics(plan);
    const auto columns = metrics.size() == 4 ? 2U : metrics.size();
    const auto lines = (metrics.size() + columns - 1) / columns;
    const double width = (size.width() + kAcross) / static_cast<double>(columns);
    const double height = (size.height() + kDown) / static_cast<double>(lines);
    const QSizeF each(width - kAcross, height - kDown);
    for (size_t i = 0; i < metrics.size(); ++i) {
        SlidePanel panel{.corner = {static_cast<double>(i % columns) * width,
                                    static_cast<double>(i / columns) * height},
                         .curves = layoutCurves(chartOf(plan, metrics[i]), each, measure)};
        panel.points = pointsOf(plan, metrics[i], panel.curves, stop, selected);
        panel.markerX = panel.curves.x.at(static_cast<double>(stop));
        panel.mark = markOf(plan, metrics[i], panel.curves, measure);
        scene.panels.push_back(std::move(panel));
    }
    return scene;
}

std::optional<size_t> hitTest(const SlideScene& scene, QPointF pos) {
    for (const SlidePanel& panel : scene.panels) {
        const QPointF at = pos - panel.corner;
        const QRectF plot = panel.curves.plot.adjusted(-kReach, -kReach, kReach, kReach);
        if (!plot.contains(at) || panel.points.empty()) continue;
        const auto distance = [&](const SlidePoint& point) {
            return std::tuple(std::abs(point.at.x() - at.x()), std::abs(point.at.y() - at.y()));
        };
        return std::ranges::min_element(panel.points, {}, distance)->row;
    }
    return std::nullopt;
}

}  // namespace shardscope::gui
