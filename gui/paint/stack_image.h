#pragma once
// A stack's columns as pixels. A picture of its own, because tens of thousands of narrow textured
// rectangles cost Qt's raster engine a hand-over to its threads each: a second a frame.

#include <QImage>

#include "gui/layout/scene.h"
#include "gui/paint/theme.h"

namespace shardscope::gui {

/// Transparent where nothing is stacked. @p scale device pixels a logical one.
/// @return an image whose top left is at @p topLeft of the scene; null for an empty stack.
QImage imageOf(const Stack& stack, const Theme& theme, double scale, QPointF& topLeft);

}  // namespace shardscope::gui
