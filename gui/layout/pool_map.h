#pragma once
// The allocator at one instant: each recording's segments as rows of blocks at their offsets, on one
// byte scale, free space between them. Pure; needs no display.

#include <QStringList>
#include <optional>
#include <vector>

#include "gui/layout/scene.h"
#include "gui/layout/viewport.h"
#include "gui/model/pool_history.h"

namespace shardscope::gui {

/// What one recording's pool held.
struct PoolPanel {
    Frame frame;
    std::optional<size_t> call;   ///< the last one by then; none: nothing was allocated yet
    std::optional<int64_t> atNs;  ///< as asked for; none: its own peak
    PoolState state;              ///< empty where the recording does not say where blocks were
};

/// A panel a frame, at @p atNs from where the panels are aligned; none: at each one's own peak.
std::vector<PoolPanel> poolPanelsOf(const std::vector<Frame>& frames, std::optional<int64_t> atNs);
/// Why @p panel has no map, as a sentence; empty where it has one.
QString whyNoMap(const PoolPanel& panel);

struct PoolMapViewport {
    QSizeF size{1280, 240};
    double scroll = 0.0;  ///< pixels above the top edge
    bool held = false;    ///< the instant stays while the cursor moves
    Selection selection;  ///< a bucket: other blocks are faded; a call: its block is outlined
};

/// Blocks narrower than kFoldPixels share a box. Scene::panels are the recordings' places; hits are of
/// kind Block (row: segment, index: allocation, count: blocks folded into the box) and Segment.
Scene layoutPoolMap(const std::vector<PoolPanel>& panels, const PoolMapViewport& viewport,
                    const TextMeter& meter);

/// Each map's title and what it holds, a line a map.
QStringList headsOf(const std::vector<PoolPanel>& panels, bool held);
/// What a click at @p hit selects.
Selection selectionOf(const Hit& hit, const std::vector<PoolPanel>& panels);
/// What is at @p hit, to read; empty where there is nothing to say.
QString tipOf(const Hit& hit, const std::vector<PoolPanel>& panels);

/// Pieces of a segment that are reserved and hold no block, in order of place.
std::vector<PoolRun> freeRunsOf(const PoolState& state);

}  // namespace shardscope::gui
