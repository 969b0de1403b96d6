#pragma once
// Strokes of a chart: decides nothing, draws what the layout placed.

#include <QFont>
#include <QPainter>

#include "gui/summary/chart_layout.h"

namespace shardscope::gui::summary {

/// The font of a role, from the widget's own.
QFont fontOf(TextRole role, const QFont& base);
/// Widths and heights in @p base's sizes. Needs a QGuiApplication.
TextMeasure measureOf(const QFont& base);
void paintChart(QPainter& painter, const ChartScene& scene, const Theme& theme, const QFont& base);

}  // namespace shardscope::gui::summary
