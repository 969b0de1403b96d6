// Selecting: spans, buckets, intervals, the time cursor.

#include <algorithm>

#include "gui/layout/describe_call.h"
#include "gui/widgets/compare_canvas.h"

namespace shardscope::gui {

void CompareCanvas::select(const Selection& selection) {
    if (selection == state_.selection) return;
    state_.selection = selection;
    if (selection.any()) state_.interval.reset();
    touch();
    emit selectionChanged();
}

void CompareCanvas::selectInterval(std::optional<TimeRange> interval) {
    state_.interval = interval;
    if (interval) state_.selection = {};
    touch();
    emit selectionChanged();
}

void CompareCanvas::selectNeighbour(int by) {
    const std::vector<Frame> all = frames();
    Selection next = state_.selection;
    if (all.empty()) return;
    if (next.panel < 0 || static_cast<size_t>(next.panel) >= all.size()) next = {.panel = 0};
    const Frame& frame = all[static_cast<size_t>(next.panel)];
    if (next.call != kNoCall) return selectCall(frame, next, by);
    if (!frame.rows() || frame.rows()->lanes.empty()) return;
    const auto& lanes = frame.rows()->lanes;
    const bool fresh = next.lane < 0 || static_cast<size_t>(next.lane) >= lanes.size();
    if (fresh) next.lane = 0;
    const auto& spans = lanes[static_cast<size_t>(next.lane)].spans;
    if (spans.empty()) return;
    const int64_t begin = frame.originNs + state_.range.beginNs;
    const auto first = std::ranges::lower_bound(spans, begin, {}, &Span::beginNs);
    const int64_t at = fresh ? first - spans.begin() : static_cast<int64_t>(next.span) + by;
    next.span =
        static_cast<uint32_t>(std::clamp<int64_t>(at, 0, static_cast<int64_t>(spans.size()) - 1));
    const Span& span = spans[next.span];
    next.bucket = span.bucket;
    next.step = span.step;
    next.microBatch = span.microBatch;
    select(next);
    reveal(span.beginNs - frame.originNs, span.endNs - frame.originNs);
}

/// The block of the next allocation.
void CompareCanvas::selectCall(const Frame& frame, const Selection& from, int by) {
    if (!frame.rows()) return;
    const auto& calls = frame.rows()->memory.calls();
    for (int64_t at = static_cast<int64_t>(from.call) + by;
         at >= 0 && at < static_cast<int64_t>(calls.size()); at += by) {
        const MemoryCall& call = calls[static_cast<size_t>(at)];
        if (call.change <= 0) continue;
        select(selectionOf(frame, from.panel, static_cast<size_t>(at)));
        return reveal(call.timeNs - frame.originNs, call.timeNs - frame.originNs + 1);
    }
}

void CompareCanvas::selectBucket(int by) {
    const std::vector<Frame> all = frames();
    if (all.empty()) return;
    const int panel = std::clamp(state_.selection.panel, 0, static_cast<int>(all.size()) - 1);
    const Frame& frame = all[static_cast<size_t>(panel)];
    const auto buckets = frame.rows() ? static_cast<int>(frame.rows()->buckets.size()) : 0;
    if (buckets == 0) return;
    const int now = state_.selection.bucket;
    const int next = now < 0 ? (by > 0 ? 0 : buckets - 1) : std::clamp(now + by, 0, buckets - 1);
    select({.panel = panel, .bucket = next, .step = static_cast<int>(frame.stepIndex())});
}

void CompareCanvas::setCursorAt(std::optional<int64_t> atNs) {
    if (state_.cursorNs == atNs) return;
    state_.cursorNs = atNs;
    viewport()->update();
    emit cursorChanged();
}

void CompareCanvas::moveCursor(double pixels) {
    const TimeMap now = map();
    const double x = state_.cursorNs ? now.x(*state_.cursorNs) : (now.left + now.right) / 2.0;
    const int64_t ns = now.ns(x + pixels);
    state_.hoveredPanel = -1;
    reveal(ns, ns + 1);
    setCursorAt(ns);
}

void CompareCanvas::togglePinned() {
    const Selection& selection = state_.selection;
    const std::vector<Frame> all = frames();
    if (selection.panel < 0 || static_cast<size_t>(selection.panel) >= all.size()) return;
    const RankTimeline* rows = all[static_cast<size_t>(selection.panel)].rows();
    if (!rows || selection.lane < 0 || static_cast<size_t>(selection.lane) >= rows->lanes.size()) {
        return;
    }
    const std::string& title = rows->lanes[static_cast<size_t>(selection.lane)].title;
    if (!state_.pinned.erase(title)) state_.pinned.insert(title);
    touch();
}

}  // namespace shardscope::gui
