// One thin row a bucket: its parameters stale, being gathered, ready everywhere.

#include <algorithm>
#include <cmath>

#include "gui/layout/panel_context.h"
#include "gui/layout/words.h"

namespace shardscope::gui {
namespace {

void layLives(const PanelContext& context, const std::vector<Life>& lives, int bucket, double y,
              double height, Fill fill) {
    fill.faded = context.faded(bucket);
    foldVisible(lives, context.map, [&](double x0, double x1, size_t first, size_t count) {
        context.part.boxes.push_back(
            {{x0, y, std::max(1.0, x1 - x0), height},
             fill,
             {HitKind::Parameter, context.panel, bucket, static_cast<uint32_t>(first),
              static_cast<uint32_t>(count)}});
    });
}

}  // namespace

void layParameters(const PanelContext& context) {
    if (!context.plan.hasParameters) return;
    const double top = context.yOf(context.plan.parameters);
    const auto buckets = static_cast<int>(context.rows.buckets.size());
    for (int i = 0; i < context.plan.rows; ++i) {
        const double y = std::round(top + context.plan.parameterRow * i);
        const double next = std::round(top + context.plan.parameterRow * (i + 1));
        const double height =
            std::max(1.0, next - y - (context.plan.parameterRow < 4.0 ? 0.0 : 1.0));
        const int first = i * context.plan.bucketsPerRow;
        for (int b = first; b < std::min(buckets, first + context.plan.bucketsPerRow); ++b) {
            const BucketTrack& track = context.rows.buckets[static_cast<size_t>(b)];
            layLives(context, track.ready, b, y, height, {.ink = Ink::Ready});
            layLives(context, track.stale, b, y, height,
                     {.ink = Ink::Stale, .hatch = Hatch::Falling});
            layLives(context, track.gathering, b, y, height, {.ink = Ink::Gathering});
        }
    }
    context.margin.labels.push_back({.rect = context.gutter(top - 2.0, 14.0),
                                     .text = Compare::tr("parameters"),
                                     .role = TextRole::Label});
}

}  // namespace shardscope::gui
