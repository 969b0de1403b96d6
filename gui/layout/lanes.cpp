// Streams and the host: what ran when. Stalls, and communication that nothing hides, are hatched.

#include <algorithm>
#include <cmath>

#include "gui/layout/panel_context.h"
#include "gui/layout/words.h"
#include "gui/model/span_words.h"

namespace shardscope::gui {
namespace {

Fill fillOf(const Span& span) {
    switch (span.kind) {
        case SpanKind::Operation:
            return {.ink = Ink::Operation};
        case SpanKind::Collective:
            return {.ink = Ink::Collective};
        case SpanKind::Stall:
            return {.ink = Ink::Warning, .hatch = Hatch::Rising};
        case SpanKind::Step:
            return {.ink = Ink::Host};
        case SpanKind::Phase:
        case SpanKind::Other:
            break;
    }
    return {.ink = Ink::Operation};
}

struct LaneView {
    const PanelContext& context;
    const Lane& lane;
    size_t index;
    double y, height;
};

Ink inkOn(const Span& span) {
    switch (span.kind) {
        case SpanKind::Stall:
        case SpanKind::Step:
            return Ink::Text;
        case SpanKind::Collective:
            return Ink::OnFill;
        default:
            return Ink::OnOperation;
    }
}

void nameSpan(const LaneView& view, const Span& span, double x0, double x1) {
    const PanelContext& context = view.context;
    const double from = std::max(x0, context.map.left) + 3.0;
    const double room = std::min(x1, context.map.right) - from - 2.0;
    if (room < 20.0 || view.height < 9.0) return;
    const QString name = spanWords(context.timeline().names[span.name]);
    const QString text = elided(name, room, TextRole::Small, context.meter);
    if (text.isEmpty()) return;
    context.part.labels.push_back({.rect = {from, view.y, room, view.height},
                                   .text = text,
                                   .role = TextRole::Small,
                                   .ink = inkOn(span),
                                   .plate = span.kind == SpanKind::Stall});
}

void laySpans(const LaneView& view) {
    const PanelContext& context = view.context;
    foldVisible(view.lane, context.map, [&](double x0, double x1, size_t first, size_t count) {
        const Span& span = view.lane.spans[first];
        Fill fill = fillOf(span);
        fill.faded = context.faded(span.bucket);
        const double gap = x1 - x0 > 3.0 ? 1.0 : 0.0;
        context.part.boxes.push_back(
            {{x0, view.y, std::max(1.0, x1 - x0 - gap), view.height},
             fill,
             {HitKind::Span, context.panel, static_cast<int32_t>(view.index),
              static_cast<uint32_t>(first), static_cast<uint32_t>(count)}});
        if (count == 1) nameSpan(view, span, x0, x1);
    });
}

/// Transfers while nothing is computed: hatched over the lower half of the communication lane.
void layExposed(const LaneView& view) {
    const PanelContext& context = view.context;
    const double height = std::max(3.0, std::floor(view.height / 4.0));
    foldVisible(context.rows.exposed, context.map, [&](double x0, double x1, size_t, size_t) {
        context.part.boxes.push_back(
            {{x0, view.y + view.height - height, std::max(1.0, x1 - x0), height},
             {.ink = Ink::Warning, .hatch = Hatch::Rising},
             {}});
    });
}

/// Pool calls as ticks along the bottom of the host's lane.
void layCalls(const LaneView& view) {
    const MemoryTrack& track = view.context.rows.memory;
    size_t at = track.hostCallsTo(0, view.context.map.beginNs());
    while (at < track.calls().size() && track.calls()[at].hostNs < view.context.map.endNs()) {
        const double x = std::floor(view.context.map.x(track.calls()[at].hostNs));
        view.context.part.boxes.push_back(
            {{x, view.y + view.height - 4.0, 1.0, 4.0}, {.ink = Ink::Accent}, {}});
        at = track.hostCallsTo(at + 1, view.context.map.ns(x + kFoldPixels));
    }
}

bool firstOfKind(const PanelContext& context, size_t lane, LaneKind kind) {
    return context.rows.lanes[lane].kind == kind &&
           (lane == 0 || context.rows.lanes[lane - 1].kind != kind);
}

void layLane(const PanelContext& context, const LaneRow& row) {
    const Lane& lane = context.rows.lanes[row.lane];
    const LaneView view{context, lane, row.lane, context.yOf(row.y), context.plan.laneHeight - 2.0};
    laySpans(view);
    if (firstOfKind(context, row.lane, LaneKind::Communication)) layExposed(view);
    if (firstOfKind(context, row.lane, LaneKind::Host)) layCalls(view);
    const QRectF rect = context.gutter(view.y, view.height);
    const bool first = lane.kind == LaneKind::Other || firstOfKind(context, row.lane, lane.kind);
    if (!first) return;
    const bool pinned = context.viewport.pinned.contains(lane.title);
    const QString title = (pinned ? QStringLiteral("• ") : QString()) + laneTitle(lane);
    context.margin.labels.push_back(
        {.rect = rect,
         .text = elided(title, rect.width(), TextRole::Label, context.meter),
         .role = TextRole::Label,
         .ink = pinned ? Ink::Accent : Ink::Text});
}

}  // namespace

void layLanes(const PanelContext& context) {
    for (const LaneRow& row : context.plan.lanes) layLane(context, row);
}

}  // namespace shardscope::gui
