// The whole run, a strip a panel: how much was live, and which part of it is in sight.

#include <algorithm>
#include <cmath>

#include "gui/layout/frame_parts.h"
#include "gui/layout/memory_columns.h"
#include "gui/layout/time_map.h"
#include "gui/layout/words.h"

namespace shardscope::gui {
namespace {

/// Columns of equal height are one box.
class Skyline {
  public:
    Skyline(const QRectF& strip, Part& part) : strip_(strip), part_(part) {}
    ~Skyline() { close(); }
    Skyline(const Skyline&) = delete;
    Skyline& operator=(const Skyline&) = delete;

    void add(double x, double width, double height) {
        if (height != box_.height() || x != box_.right()) {
            close();
            box_ = {x, strip_.bottom() - height, 0.0, height};
        }
        box_.setRight(x + width);
    }

  private:
    void close() {
        if (box_.isEmpty()) return;
        part_.boxes.push_back({box_, {.ink = Ink::Host}, {}});
        box_ = {};
    }

    const QRectF& strip_;
    Part& part_;
    QRectF box_;
};

/// Up to @p endNs, where the recording ends.
void layMemory(const MemoryTrack& track, int64_t endNs, const TimeMap& map, const QRectF& strip,
               Part& part) {
    const double end = map.x(endNs);
    const double scale =
        strip.height() / static_cast<double>(std::max<int64_t>(1, track.mostLive()));
    Skyline skyline(strip, part);
    forExtremes(track.timeSlots(), {CallWalk(track, map.beginNs())}, map,
                [&](double x, double width, const MemorySlot& slot) {
                    if (x >= end) return;
                    skyline.add(x, std::min(width, end - x),
                                std::round(scale * static_cast<double>(slot.most)));
                });
}

void layStrip(const Frame& frame, const TimeMap& map, const QRectF& strip, Part& part) {
    const RankTimeline* rows = frame.rows();
    if (!rows) return;
    const MemoryTrack& track = rows->memory;
    if (track.empty()) {
        for (const Lane& lane : rows->lanes) {
            foldVisible(lane, map, [&](double x0, double x1, size_t, size_t) {
                part.boxes.push_back({{x0, strip.top(), std::max(1.0, x1 - x0), strip.height()},
                                      {.ink = Ink::Host},
                                      {}});
            });
        }
        return;
    }
    layMemory(track, frame.recording->timeline->endNs, map, strip, part);
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
