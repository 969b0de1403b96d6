#pragma once
#include <QPainter>

#include "gui/layout/pareto.h"
#include "gui/paint/theme.h"

namespace shardscope::gui {

/// Strokes @p scene at the painter's origin, with the painter's font.
void paintPareto(QPainter& painter, const ParetoScene& scene, const Theme& theme);

}  // namespace shardscope::gui
