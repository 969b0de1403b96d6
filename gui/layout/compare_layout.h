#pragma once
// The compare view's geometry: a pure function of recordings and viewport. Needs no display.

#include "gui/layout/scene.h"
#include "gui/layout/viewport.h"

namespace shardscope::gui {

/// Cost grows with the pixels of @p viewport and the logarithm of the events.
Scene layoutTimeline(const std::vector<LoadedPtr>& recordings, const Viewport& viewport,
                     const TextMeter& meter);
/// What follows the mouse, over @p scene: cursor, its values, the interval. The last part of
/// layoutTimeline()'s scene is this.
Part overlayOf(const std::vector<LoadedPtr>& recordings, const Viewport& viewport,
               const Scene& scene, const TextMeter& meter);
/// What is at @p pos: the front-most shape that stands for something.
Hit hitTest(const Scene& scene, const QPointF& pos);

}  // namespace shardscope::gui
