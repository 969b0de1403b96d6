#include "gui/layout/curve_chart.h"

#include <algorithm>
#include <cmath>

#include "core/base/units.h"

namespace shardscope::gui {
namespace {

constexpr double kGap = 6;
constexpr double kTickLength = 8;
constexpr double kLabelGap = 10;

struct Range {
    double least = 0, most = 0;
    bool any = false;

    void take(double value) {
        if (!std::isfinite(value)) return;
        least = any ? std::min(least, value) : value;
        most = any ? std::max(most, value) : value;
        any = true;
    }
};

Range rangeOf(const CurveChart& chart) {
    Range range;
    for (const Curve& curve : chart.curves) {
        for (const QPointF& point : curve.points) range.take(point.y());
    }
    return range;
}

/// Of many points in one pixel column the first, the extremes and the last, so that lines keep their
/// look and painting its speed.
class Column {
  public:
    explicit Column(QPolygonF& out) : out_(out) {}
    void add(QPointF at) {
        const auto column = static_cast<qint64>(at.x());
        if (!any_ || column != column_) {
            flush();
            any_ = true;
            column_ = column;
            first_ = low_ = high_ = last_ = at;
            return;
        }
        if (at.y() < low_.y()) low_ = at;
        if (at.y() > high_.y()) high_ = at;
        last_ = at;
    }
    void flush() {
        if (!any_) return;
        for (const QPointF& each : {first_, low_, high_, last_}) {
            if (out_.isEmpty() || out_.back() != each) out_.push_back(each);
        }
        any_ = false;
    }

  private:
    QPolygonF& out_;
    QPointF first_, low_, high_, last_;
    qint64 column_ = 0;
    bool any_ = false;
};

std::vector<QPolygonF> linesOf(const Curve& curve, const Axis& x, const Axis& y) {
    std::vector<QPolygonF> lines;
    QPolygonF line;
    Column column(line);
    const auto cut = [&] {
        column.flush();
        if (!line.isEmpty()) lines.push_back(line);
        line.clear();
    };
    for (const QPointF& point : curve.points) {
        if (!std::isfinite(point.y())) {
            cut();
            continue;
        }
        column.add({x.at(point.x()), y.at(point.y())});
    }
    cut();
    return lines;
}

/// @p name behind what it is equal to.
QString joinedTo(const QString& name, bool terse) {
    static const QString stage = QStringLiteral("zero-");
    const bool drop = terse && name.startsWith(stage);
    return QStringLiteral(" = ") + (drop ? name.mid(stage.size()) : name);
}

/// Ends of curves from top to bottom; those at the same place as one.
std::vector<CurveLabel> endLabels(const CurveChart& chart, const CurveScene& scene) {
    std::vector<CurveLabel> labels;
    for (size_t i = 0; i < chart.curves.size(); ++i) {
        if (scene.lines[i].empty()) continue;
        const QPointF end = scene.lines[i].back().back();
        const auto same = std::ranges::find_if(labels, [&](const CurveLabel& label) {
            return std::abs(label.from.y() - end.y()) < 0.5;
        });
        if (same != labels.end()) {
            same->text += joinedTo(chart.curves[i].name, chart.terse);
            same->joined = true;
            same->from.setX(std::max(same->from.x(), end.x()));
            continue;
        }
        labels.push_back(
            {.text = chart.curves[i].name, .at = end, .from = end, .curve = static_cast<int>(i)});
    }
    std::ranges::sort(labels, {}, [](const CurveLabel& label) { return label.from.y(); });
    return labels;
}

/// Moves labels apart, downwards, and then up from the bottom where they left the plot.
void spread(std::vector<CurveLabel>& labels, const QRectF& plot, double height) {
    double least = plot.top();
    for (CurveLabel& label : labels) {
        label.at.setY(std::max(label.from.y(), least));
        least = label.at.y() + height;
    }
    double most = plot.bottom();
    for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
        label->at.setY(std::min(label->at.y(), most));
        most = label->at.y() - height;
    }
}

double widest(const std::vector<QString>& texts, const TextMeasure& measure) {
    double most = 0;
    for (const QString& text : texts) most = std::max(most, measure.width(text));
    return most;
}

/// Room for the labels: the widest name, or the joined one, at most 40 % of the chart.
double labelRoom(const CurveChart& chart, QSizeF size, const TextMeasure& measure) {
    QString names;
    for (const Curve& curve : chart.curves)
        names += joinedTo(curve.name, chart.terse && !names.isEmpty());
    const double joined = measure.width(names);
    return std::min(joined + kLabelGap + kGap, 0.4 * size.width());
}

std::vector<Tick> stepTicks(const Axis& x, const TextMeasure& measure) {
    return ticksOf(x, 5 * measure.height, 1, [](double step) {
        if (step != std::floor(step)) return QString();
        return QString::fromStdString(core::withCommas(static_cast<int64_t>(step)));
    });
}

/// The names that have room, the first and, before any between, the last.
std::vector<Tick> nameTicks(const Axis& x, const QStringList& names, const TextMeasure& measure) {
    std::vector<Tick> ticks;
    const auto place = [&](qsizetype i) { return x.at(static_cast<double>(i)); };
    const auto half = [&](qsizetype i) { return measure.width(names[i]) / 2; };
    const qsizetype last = names.size() - 1;
    double free = -1e9;
    for (qsizetype i = 0; i <= last; ++i) {
        const bool clear = place(i) - half(i) >= free;
        const bool leavesLast = i == last || place(i) + half(i) + kGap <= place(last) - half(last);
        if (!clear || !leavesLast) continue;
        ticks.push_back({place(i), names[i]});
        free = place(i) + half(i) + kGap;
    }
    return ticks;
}

}  // namespace

CurveScene layoutCurves(const CurveChart& chart, QSizeF size, const TextMeasure& measure) {
    CurveScene scene{.size = size, .title = chart.title, .xTitle = chart.xTitle};
    const double line = measure.height;
    const Range range = rangeOf(chart);
    if (!range.any) scene.nothing = chart.nothing;
    Axis y = axisOver(range.least, range.most, chart.fromZero, false);
    std::vector<QString> texts;
    const double bottom = size.height() - line - kTickLength - kGap, top = line + 2 * kGap;
    y.begin = bottom;
    y.end = top;
    if (range.any) scene.yTicks = ticksOf(y, 2.2 * line, chart.yUnit, chart.yText);
    std::erase_if(scene.yTicks, [](const Tick& tick) { return tick.text.isEmpty(); });
    for (const Tick& tick : scene.yTicks) texts.push_back(tick.text);
    const double left = widest(texts, measure) + kTickLength + kGap;
    const double right = size.width() - labelRoom(chart, size, measure);
    scene.plot = QRectF(QPointF(left, top), QPointF(std::max(right, left + 1), bottom));
    const Axis x{.from = chart.xFrom,
                 .to = std::max(chart.xTo, chart.xFrom + 1),
                 .begin = scene.plot.left(),
                 .end = scene.plot.right()};
    if (range.any) {
        scene.xTicks =
            chart.xNames.isEmpty() ? stepTicks(x, measure) : nameTicks(x, chart.xNames, measure);
    }
    scene.x = x;
    scene.y = y;
    if (!scene.xTicks.empty()) {
        const Tick& last = scene.xTicks.back();
        scene.xTitleLeft = std::max(scene.plot.right() + kGap,
                                    last.position + measure.width(last.text) / 2 + 2 * kGap);
    }
    for (const Curve& curve : chart.curves) scene.lines.push_back(linesOf(curve, x, y));
    scene.labels = endLabels(chart, scene);
    spread(scene.labels, scene.plot, line);
    for (CurveLabel& label : scene.labels) {
        label.at.setX(scene.plot.right() + kLabelGap);
        label.text = elided(label.text, size.width() - label.at.x(), measure);
    }
    return scene;
}

}  // namespace shardscope::gui
