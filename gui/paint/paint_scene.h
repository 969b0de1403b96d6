#pragma once
// Draws a scene. Decides nothing: what is where, and what it says, is the scene's.

#include <QPainter>

#include "gui/layout/scene.h"
#include "gui/paint/theme.h"

namespace shardscope::gui {

/// On any paint device; hatches are drawn as lines where it has no textures (SVG).
void paint(QPainter& painter, const Scene& scene, const Theme& theme);
/// The same without the last part, which follows the mouse.
void paintStill(QPainter& painter, const Scene& scene, const Theme& theme);
/// One part over what is there already.
void paintOverlay(QPainter& painter, const Part& part, const Theme& theme);

}  // namespace shardscope::gui
