#pragma once
#include <QPainter>

#include "gui/layout/curve_chart.h"
#include "gui/paint/theme.h"

namespace shardscope::gui {

/// Strokes @p scene at the painter's origin, with the painter's font.
void paintCurves(QPainter& painter, const CurveScene& scene, const Theme& theme);

}  // namespace shardscope::gui
