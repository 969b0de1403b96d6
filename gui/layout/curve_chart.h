#pragma once
// Small line charts with direct labels: one curve a strategy on a common scale. Pure; any thread.

#include <QPolygonF>
#include <QRectF>
#include <QSizeF>
#include <QString>
#include <QStringList>
#include <vector>

#include "gui/layout/text_measure.h"
#include "gui/layout/value_axis.h"
#include "gui/model/run_progress.h"

namespace shardscope::gui {

struct Curve {
    QString name;
    std::vector<QPointF> points;  ///< values; x rises
};

struct CurveChart {
    QString title;
    QString nothing;  ///< said while there is no point
    QString xTitle;
    std::vector<Curve> curves;
    double xFrom = 0, xTo = 1;
    bool fromZero = false;
    double yUnit = 1;  ///< ticks are round multiples of it
    std::function<QString(double)> yText;
    /// Instead of numbers along the axis: names at 0, 1, 2, …; those that would overlap are left out.
    QStringList xNames;
    /// Stages that share a label share its prefix: "zero-0 = 1 = 2".
    bool terse = false;
};

struct CurveLabel {
    QString text;
    QPointF at;           ///< left end, vertically centred
    QPointF from;         ///< the curve's end, which a thin line joins to the label
    int curve = 0;        ///< of the colour; of several at one place the first
    bool joined = false;  ///< stands for several curves
};

struct CurveScene {
    QSizeF size;
    QRectF plot;
    Axis x, y;  ///< px of values
    QString title, nothing, xTitle;
    double xTitleLeft = 0;  ///< px: clear of the last tick
    std::vector<Tick> xTicks, yTicks;
    std::vector<std::vector<QPolygonF>> lines;  ///< by curve; broken where a value is missing
    std::vector<CurveLabel> labels;
};

/// Curves that end at one value share a label: "zero-0 = zero-1".
CurveScene layoutCurves(const CurveChart& chart, QSizeF size, const TextMeasure& measure);

/// Losses and peak bytes of @p progress as charts, without words: titles are the caller's.
CurveChart lossChart(const RunProgress& progress);
CurveChart peakBytesChart(const RunProgress& progress);

}  // namespace shardscope::gui
