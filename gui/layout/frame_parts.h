#pragma once
// What frames the panels: legend, time axis, minimap, cursor and interval. Private to gui/layout.

#include <vector>

#include "gui/layout/panel_plan.h"
#include "gui/layout/scene.h"
#include "gui/layout/viewport.h"

namespace shardscope::gui {

/// Everything about the frame that does not depend on a panel.
struct FrameContext {
    const std::vector<Frame>& frames;
    const Viewport& viewport;
    const TextMeter& meter;
    QRectF plot;
};

/// Whether any panel is of a recording of ours: other traces have lanes alone.
bool showsOurs(const FrameContext& context);
/// Height of the legend for @p width.
double legendHeight(const FrameContext& context, double width);
void layLegend(const FrameContext& context, Part& part);
void layAxis(const FrameContext& context, const QRectF& axis, Part& part);
void layMinimap(const FrameContext& context, const QRectF& minimap, Part& part);
/// The cursor's line and each panel's values at it; the selected interval.
void layCursor(const FrameContext& context, const Scene& scene, Part& part);

}  // namespace shardscope::gui
