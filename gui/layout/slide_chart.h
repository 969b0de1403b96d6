#pragma once
// A plan along one setting as small charts that share it: a line a strategy, a marker at one value, and
// what is marked along the way. Plans here have a slide. The application's thread only, for its words.

#include <QRectF>
#include <QSizeF>
#include <optional>
#include <vector>

#include "gui/layout/curve_chart.h"
#include "gui/layout/slide_metrics.h"

namespace shardscope::gui {

struct SlidePoint {
    QPointF at;
    size_t row = 0;
    int strategy = 0;  ///< of the colour and dash
    bool marked = false, selected = false;
};

/// From a value on.
struct SlideMark {
    QRectF ground;  ///< hatched; its left side is a line
    QString text;
    QRectF rect;  ///< of the text
};

struct SlidePanel {
    QPointF corner;  ///< everything else is from here
    CurveScene curves;
    std::vector<SlidePoint> points;
    double markerX = 0;
    std::optional<SlideMark> mark;
};

struct SlideScene {
    QSizeF size;
    std::vector<SlidePanel> panels;
};

/// @param stop the value that the marker is at. @param selected a row.
SlideScene layoutSlide(const Plan& plan, QSizeF size, const TextMeasure& measure, qsizetype stop,
                       std::optional<size_t> selected);
/// The row of the point that is nearest to @p pos: its value by the distance across, and of those the
/// strategy; nothing outside the charts.
std::optional<size_t> hitTest(const SlideScene& scene, QPointF pos);

}  // namespace shardscope::gui
