// One instant in every panel: a line, and what each panel holds and does there.

#include <algorithm>
#include <cmath>

#include "gui/layout/frame_parts.h"
#include "gui/layout/instant.h"
#include "gui/layout/time_map.h"
#include "gui/layout/words.h"

namespace shardscope::gui {
namespace {

constexpr double kLine = 15.0;

/// A plate beside the cursor, on the side with room.
void layPlate(const FrameContext& context, double x, double y, const QStringList& lines,
              Part& part) {
    double width = 0.0;
    for (const QString& line : lines) width = std::max(width, context.meter(line, TextRole::Small));
    width += 12.0;
    const bool right = x + 8.0 + width < context.plot.right();
    const double left = right ? x + 8.0 : x - 8.0 - width;
    for (const QString& line : lines) {
        part.labels.push_back({.rect = {left, y, width, kLine},
                               .text = QStringLiteral(" ") + line,
                               .role = TextRole::Small,
                               .plate = true});
        y += kLine;
    }
}

void layInterval(const FrameContext& context, const TimeMap& map, double top, double bottom,
                 Part& part) {
    if (!context.viewport.interval) return;
    const double x0 = std::clamp(map.x(context.viewport.interval->beginNs), map.left, map.right);
    const double x1 = std::clamp(map.x(context.viewport.interval->endNs), map.left, map.right);
    part.boxes.push_back(
        {{x0, top, std::max(1.0, x1 - x0), bottom - top}, {.ink = Ink::Selection}, {}});
    for (const double x : {x0, x1}) {
        part.strokes.push_back({.from = {x, top}, .to = {x, bottom}, .ink = Ink::Accent});
    }
}

}  // namespace

void layCursor(const FrameContext& context, const Scene& scene, Part& part) {
    const TimeMap map{context.plot.left(), context.plot.right(), context.viewport.range, 0};
    layInterval(context, map, scene.axis.top(), context.plot.bottom(), part);
    if (!context.viewport.cursorNs) return;
    const int64_t ns = *context.viewport.cursorNs;
    if (ns < context.viewport.range.beginNs || ns >= context.viewport.range.endNs) return;
    const double x = std::round(map.x(ns)) + 0.5;
    part.strokes.push_back(
        {.from = {x, scene.axis.bottom()}, .to = {x, context.plot.bottom()}, .ink = Ink::Accent});
    for (size_t i = 0; i < context.frames.size() && i < scene.memories.size(); ++i) {
        const Instant instant = instantOf(context.frames[i], ns);
        const bool whole = context.viewport.hoveredPanel == static_cast<int>(i);
        const QStringList lines = whole ? linesOf(instant) : linesOf(instant).mid(0, 1);
        const QRectF& memory = scene.memories[i];
        const double y = memory.height() > 0.0 ? memory.top() + 16.0 : scene.panels[i].top() + 20.0;
        if (!lines.isEmpty()) layPlate(context, x, y, lines, part);
    }
    layPlate(context, x, scene.axis.top(), {timeText(ns)}, part);
}

}  // namespace shardscope::gui
