// The whole run, a strip a panel: how much was live, and which part of it is in sight.

#include <algorithm>
#include <cmath>

#include "gui/layout/frame_parts.h"
#include "gui/layout/time_map.h"
#include "gui/layout/words.h"

namespace shardscope::gui {
namespace {

void layStrip(const Frame& frame, const TimeMap& map, const QRectF& strip, Part& part) {
    const RankTimeline* rows = frame.rows();
    if (!rows) return;
    const MemoryTrack& track = rows->memory;
    if (track.empty()) {
        for (const Lane& lane : rows->lanes) {
            foldVisible(lane.spans, map, [&](double x0, double x1, size_t, size_t) {
                part.boxes.push_back({{x0, strip.top(), std::max(1.0, x1 - x0), strip.height()},
                                      {.ink = Ink::Host},
                                      {}});
            });
        }
        return;
    }
    const auto most =
        static_cast<double>(track.calls()[track.highestIn({0, track.calls().size()})].live);
    size_t at = 0;
    int64_t live = 0;
    for (double x = strip.left(); x < strip.right(); x += 2.0) {
        const size_t end = track.callsIn(INT64_MIN, map.ns(x + 2.0)).end;
        if (end > at) live = track.calls()[track.highestIn({at, end})].live;
        const double height =
            most > 0.0 ? std::round(strip.height() * static_cast<double>(live) / most) : 0.0;
        if (height > 0.0 && map.ns(x) <= frame.recording->timeline->endNs) {
            part.boxes.push_back(
                {{x, strip.bottom() - height, 2.0, height}, {.ink = Ink::Host}, {}});
        }
        if (end > at) {
            at = end;
            live = track.calls()[end - 1].live;
        }
    }
}

void layWindow(const FrameContext& context, const TimeMap& map, const QRectF& minimap, Part& part) {
    const double x0 = std::clamp(map.x(context.viewport.range.beginNs), map.left, map.right);
    const double x1 = std::clamp(map.x(context.viewport.range.endNs), x0 + 2.0, map.right + 2.0);
    part.boxes.push_back(
        {{x0, minimap.top(), x1 - x0, minimap.height()}, {.ink = Ink::Selection}, {}});
    for (const double x : {x0, x1}) {
        part.strokes.push_back({.from = {x, minimap.top()},
                                .to = {x, minimap.bottom()},
                                .ink = Ink::Accent,
                                .width = 1.5F});
    }
}

}  // namespace

void layMinimap(const FrameContext& context, const QRectF& minimap, Part& part) {
    const double height =
        minimap.height() / static_cast<double>(std::max<size_t>(1, context.frames.size()));
    double y = minimap.top();
    for (const Frame& frame : context.frames) {
        const TimeMap map{context.plot.left(), context.plot.right(), wholeRange(context.frames),
                          frame.originNs};
        layStrip(frame, map,
                 {minimap.left(), std::round(y), minimap.width(),
                  std::max(1.0, std::floor(height) - 1.0)},
                 part);
        y += height;
    }
    const TimeMap common{context.plot.left(), context.plot.right(), wholeRange(context.frames), 0};
    layWindow(context, common, minimap, part);
    part.labels.push_back({.rect = {8.0, minimap.top(), kGutter - 14.0, minimap.height()},
                           .text = Compare::tr("whole run"),
                           .role = TextRole::Small,
                           .ink = Ink::Faint});
    part.boxes.push_back({minimap, {}, {.kind = HitKind::Minimap}});
}

}  // namespace shardscope::gui
