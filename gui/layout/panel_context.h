#pragma once
// What every part of a panel's layout needs. Private to gui/layout.

#include "gui/layout/panel_plan.h"
#include "gui/layout/scene.h"
#include "gui/layout/time_map.h"
#include "gui/layout/viewport.h"

namespace shardscope::gui {

struct PanelContext {
    const Frame& frame;
    const RankTimeline& rows;  ///< of the shown rank
    const PanelPlan& plan;
    const Viewport& viewport;
    const TextMeter& meter;
    TimeMap map;
    int panel = 0;
    double top = 0.0;       ///< of the panel, in the scene
    double bytesTop = 1.0;  ///< bytes at the top of every memory area
    int64_t mostBytes = 0;  ///< the highest peak of all panels
    Part& part;             ///< clipped to the plot
    Part& margin;           ///< the gutter and the title

    const Timeline& timeline() const { return *frame.recording->timeline; }
    double plotWidth() const { return map.right - map.left; }
    double yOf(double inPanel) const { return top + inPanel; }
    QRectF gutter(double y, double height) const { return {8.0, y, kGutter - 16.0, height}; }
    /// Whether @p bucket is not the selected one while one is selected.
    bool faded(int bucket) const {
        const Selection& selected = viewport.selection;
        return selected.any() && selected.bucket >= 0 && bucket != selected.bucket;
    }
};

/// @p text shortened with an ellipsis to @p width; empty when nothing of use is left.
QString elided(const QString& text, double width, TextRole role, const TextMeter& meter);

void layTitle(const PanelContext& context);
void layGround(const PanelContext& context);  ///< warm-up, step borders
void layPhases(const PanelContext& context);
void layMemory(const PanelContext& context);
void layGradients(const PanelContext& context);
void layParameters(const PanelContext& context);
void layLanes(const PanelContext& context);
void layFlow(const PanelContext& context);  ///< arrows of the selected bucket

}  // namespace shardscope::gui
