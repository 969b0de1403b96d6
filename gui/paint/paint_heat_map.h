#pragma once
#include <QPainter>

#include "gui/layout/heat_map.h"
#include "gui/paint/theme.h"

namespace shardscope::gui {

/// Strokes @p scene at the painter's origin, with the painter's font. What does not fit is hatched, so
/// that colour is not alone.
void paintHeatMap(QPainter& painter, const HeatMapScene& scene, const Theme& theme);

}  // namespace shardscope::gui
