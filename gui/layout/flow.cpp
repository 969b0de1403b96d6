// Arrows of the selected bucket: ready, its collective, its release.

#include <algorithm>
#include <cmath>

#include "gui/layout/panel_context.h"

namespace shardscope::gui {
namespace {

struct Place {
    int64_t ns = 0;
    double y = 0.0;
};

const Mark* markOf(const BucketTrack& track, MarkKind kind, const Selection& selection,
                   int64_t step) {
    for (const Mark& mark : track.marks) {
        const bool sameBatch = selection.microBatch < 0 || mark.microBatch == selection.microBatch;
        if (mark.kind == kind && mark.step == step && sameBatch) return &mark;
    }
    return nullptr;
}

/// The collective that starts at @p ns on a communication lane, as a place in the scene.
std::optional<Place> collectiveAt(const PanelContext& context, int bucket, int64_t ns) {
    for (const LaneRow& row : context.plan.lanes) {
        const Lane& lane = context.rows.lanes[row.lane];
        if (lane.kind != LaneKind::Communication) continue;
        const auto [first, last] = visibleIn(lane.spans, ns, ns + 1);
        for (size_t i = first; i < last; ++i) {
            if (lane.spans[i].bucket != bucket) continue;
            return Place{lane.spans[i].beginNs, context.yOf(row.y) + context.plan.laneHeight / 2.0};
        }
    }
    return std::nullopt;
}

void arrow(const PanelContext& context, const Place& from, const Place& to) {
    context.part.strokes.push_back({.from = {context.map.x(from.ns), from.y},
                                    .to = {context.map.x(to.ns), to.y},
                                    .ink = Ink::Accent,
                                    .width = 1.6F,
                                    .arrow = true});
}

}  // namespace

void layFlow(const PanelContext& context) {
    const Selection& selection = context.viewport.selection;
    const auto buckets = static_cast<int>(context.rows.buckets.size());
    if (!selection.any() || selection.bucket < 0 || selection.bucket >= buckets) return;
    if (!context.plan.hasGradients) return;
    const BucketTrack& track = context.rows.buckets[static_cast<size_t>(selection.bucket)];
    const int64_t step =
        selection.panel == context.panel ? selection.step : context.frame.stepIndex();
    const int row = selection.bucket / context.plan.bucketsPerRow;
    const double y = context.yOf(context.plan.gradients) + context.plan.gradientRow * (row + 0.5);
    const Mark* ready = markOf(track, MarkKind::Ready, selection, step);
    const Mark* start = markOf(track, MarkKind::ReduceStart, selection, step);
    const Mark* reduced = markOf(track, MarkKind::Reduced, selection, step);
    const Mark* released = markOf(track, MarkKind::Released, selection, step);
    if (!ready || !start) return;
    const auto collective = collectiveAt(context, selection.bucket, start->timeNs);
    if (!collective) return;
    arrow(context, {ready->timeNs, y}, *collective);
    if (reduced && released) {
        arrow(context, {reduced->timeNs, collective->y}, {released->timeNs, y});
    }
}

}  // namespace shardscope::gui
