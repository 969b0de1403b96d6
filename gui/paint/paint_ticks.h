#pragma once
// The scales of a chart: a line across the plot for each y, a notch and a text below it for each x.

#include <QPainter>
#include <QRectF>
#include <vector>

#include "gui/layout/value_axis.h"
#include "gui/paint/theme.h"

namespace shardscope::gui {

inline constexpr double kTickGap = 6.0;  ///< pixels between the plot and a tick's text

void paintTicks(QPainter& painter, const QRectF& plot, const std::vector<Tick>& xTicks,
                const std::vector<Tick>& yTicks, const Theme& theme);

}  // namespace shardscope::gui
