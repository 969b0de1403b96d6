#pragma once
// How high everything in a panel is: rows shrink to fit the window, then fold, then the panels
// scroll.

#include <string>
#include <vector>

#include "gui/layout/viewport.h"

namespace shardscope::gui {

inline constexpr double kGutter = 112.0;  ///< left of the plot: captions and scales
inline constexpr double kMargin = 14.0;   ///< right of it
inline constexpr double kPanelGap = 8.0;

/// A lane that is shown, by its place in RankTimeline::lanes.
struct LaneRow {
    size_t lane = 0;
    double y = 0.0;  ///< from the panel's top
};

/// One panel's rows; y from the panel's top.
struct PanelPlan {
    double height = 0.0;
    double title = 0.0, titleHeight = 0.0;
    double phases = 0.0, phaseHeight = 0.0;
    double memory = 0.0, memoryHeight = 0.0;    ///< height 0: the recording has none
    double gradients = 0.0, gradientRow = 0.0;  ///< a row's height with its gap
    double parameters = 0.0, parameterRow = 0.0;
    int rows = 0;           ///< of gradients, and of parameters
    int bucketsPerRow = 1;  ///< more than 1: folded
    bool hasGradients = false, hasParameters = false;
    double laneHeight = 0.0;
    std::vector<LaneRow> lanes;

    double gradientsHeight() const { return hasGradients ? gradientRow * rows : 0.0; }
    double parametersHeight() const { return hasParameters ? parameterRow * rows : 0.0; }
};

/// A plan a frame. @p available pixels are shared by all of them.
std::vector<PanelPlan> planPanels(const std::vector<Frame>& frames, const Viewport& viewport,
                                  double available);

}  // namespace shardscope::gui
