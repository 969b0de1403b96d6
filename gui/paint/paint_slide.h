#pragma once
#include <QPainter>

#include "gui/layout/slide_chart.h"
#include "gui/paint/theme.h"

namespace shardscope::gui {

/// Strokes @p scene at the painter's origin, with the painter's font.
void paintSlide(QPainter& painter, const SlideScene& scene, const Theme& theme);

}  // namespace shardscope::gui
