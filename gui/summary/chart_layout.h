#pragma once
// Where everything of a chart lies. Pure geometry: needs a measure of text, and no display.

#include <QLineF>
#include <QRectF>
#include <functional>

#include "gui/summary/chart.h"

namespace shardscope::gui::summary {

enum class TextRole : uint8_t { Title, Subtitle, Group, Label, Value, Note, Tick, Legend, Problem };

struct TextMeasure {
    std::function<double(const QString&, TextRole)> width;  ///< pixels
    std::function<double(TextRole)> height;                 ///< of a line, pixels
};

struct SceneText {
    QRectF rect;
    QString text;
    TextRole role = TextRole::Label;
    Qt::Alignment alignment = Qt::AlignLeft | Qt::AlignVCenter;
};

struct SceneBox {
    QRectF rect;
    Fill fill{};
    QString tip;  ///< empty in a legend
};

struct SceneMarker {
    QRectF rect;  ///< its line is the middle; what a pointer hits is all of it
    Marker::Kind kind = Marker::Kind::Paper;
    QString tip;
};

struct ChartScene {
    std::vector<QLineF> grid;
    std::vector<SceneBox> boxes;
    std::vector<SceneMarker> markers;
    std::vector<SceneText> texts;
    double width = 0.0, height = 0.0;
};

/// Narrower than this, text would be cut.
inline constexpr double kLeastChartWidth = 860.0;

/// @param width pixels. All rows of a panel share its axis, which starts at zero.
ChartScene layoutChart(const Chart& chart, double width, const TextMeasure& measure);
/// The tip of what lies at @p place; empty where nothing does.
QString tipAt(const ChartScene& scene, QPointF place);
/// A step of 1, 2 or 5 times a power of ten with which @p largest (> 0) takes at most @p most steps.
double tickStep(double largest, int most);

}  // namespace shardscope::gui::summary
