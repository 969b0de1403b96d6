#include "gui/paint/render_compare.h"

#include <cmath>

#include "gui/layout/compare_layout.h"
#include "gui/layout/pool_map.h"
#include "gui/paint/fonts.h"
#include "gui/paint/paint_scene.h"

namespace shardscope::gui {
namespace {

constexpr int kPanelHeight = 330;  ///< all rows at their comfortable height
constexpr int kAround = 120;       ///< legend, axis, minimap

}  // namespace

void renderCompare(const std::vector<LoadedPtr>& recordings, QSize size, const Theme& theme,
                   QPainter& painter) {
    Viewport viewport{.size = size};
    viewport.range = stepRange(framesOf(recordings, viewport));
    paint(painter, layoutTimeline(recordings, viewport, fontMeter()), theme);
}

void renderPoolMap(const std::vector<LoadedPtr>& recordings, std::optional<int64_t> atNs,
                   QSize size, const Theme& theme, QPainter& painter) {
    const std::vector<Frame> frames = framesOf(recordings, Viewport{.size = size});
    const PoolMapViewport viewport{.size = size};
    paint(painter, layoutPoolMap(poolPanelsOf(frames, atNs), viewport, fontMeter()), theme);
}

int comfortableHeight(const std::vector<LoadedPtr>& recordings, int width) {
    Viewport viewport{
        .size = QSizeF(width,
                       kAround + kPanelHeight * std::max(1, static_cast<int>(recordings.size())))};
    viewport.range = stepRange(framesOf(recordings, viewport));
    const Scene scene = layoutTimeline(recordings, viewport, fontMeter());
    const double around = viewport.size.height() - scene.plot.height();
    return static_cast<int>(std::ceil(around + std::max(scene.contentHeight, scene.plot.height())));
}

}  // namespace shardscope::gui
