#include <cmath>

#include "gui/layout/frame_parts.h"
#include "gui/layout/time_map.h"
#include "gui/layout/words.h"

namespace shardscope::gui {
namespace {

constexpr double kTickWidth = 80.0;  ///< room for a tick's text

/// 1, 2 or 5 times a power of ten, at least @p least.
int64_t niceStep(double least) {
    double step = 1.0;
    while (step * 10.0 < least) step *= 10.0;
    for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
        if (step * factor >= least) return static_cast<int64_t>(step * factor);
    }
    return static_cast<int64_t>(step * 10.0);
}

int64_t firstTick(int64_t beginNs, int64_t step) {
    const int64_t down = beginNs / step * step;
    return down < beginNs ? down + step : down;
}

}  // namespace

void layAxis(const FrameContext& context, const QRectF& axis, Part& part) {
    const TimeMap map{context.plot.left(), context.plot.right(), context.viewport.range, 0};
    const int64_t step = niceStep(84.0 / map.pixelsPerNs());
    const TimeRange& range = context.viewport.range;
    const double edge = context.viewport.size.width() - 4.0;
    for (int64_t ns = firstTick(range.beginNs, step); ns < range.endNs; ns += step) {
        const double x = std::round(map.x(ns)) + 0.5;
        part.strokes.push_back(
            {.from = {x, axis.bottom() - 5.0}, .to = {x, axis.bottom()}, .ink = Ink::Faint});
        const bool atEdge = x + kTickWidth / 2 > edge;  // its text would be cut there
        const double left = atEdge ? edge - kTickWidth : x - kTickWidth / 2;
        part.labels.push_back(
            {.rect = {left, axis.top(), kTickWidth, axis.height() - 5.0},
             .text = tickText(ns, step),
             .role = TextRole::Small,
             .ink = Ink::Faint,
             .align = atEdge ? Qt::AlignRight | Qt::AlignVCenter : Qt::Alignment(Qt::AlignCenter)});
    }
    part.strokes.push_back({.from = {map.left, axis.bottom() - 0.5},
                            .to = {map.right, axis.bottom() - 0.5},
                            .ink = Ink::Faint});
    const QString caption =
        showsOurs(context) ? Compare::tr("since step begin") : Compare::tr("since the start");
    part.labels.push_back({.rect = {8.0, axis.top(), kGutter - 14.0, axis.height() - 3.0},
                           .text = caption,
                           .role = TextRole::Small,
                           .ink = Ink::Faint});
    part.boxes.push_back({axis, {}, {.kind = HitKind::Axis}});
}

}  // namespace shardscope::gui
