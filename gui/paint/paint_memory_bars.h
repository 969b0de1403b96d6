#pragma once
#include <QPainter>

#include "gui/layout/memory_bars.h"
#include "gui/paint/theme.h"

namespace shardscope::gui {

/// Strokes @p scene at the painter's origin, with the painter's font.
void paintMemoryBars(QPainter& painter, const MemoryBarsScene& scene, const Theme& theme);

}  // namespace shardscope::gui
