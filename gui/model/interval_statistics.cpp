#include "gui/model/interval_statistics.h"

#include <algorithm>

#include "gui/model/interval_sets.h"
#include "gui/model/visible.h"

namespace shardscope::gui {
namespace {

void addSpans(IntervalStatistics& statistics, const Lane& lane, int64_t beginNs, int64_t endNs) {
    const auto [first, last] = visibleIn(lane.spans, beginNs, endNs);
    for (size_t i = first; i < last; ++i) {
        const Span& span = lane.spans[i];
        if (span.kind == SpanKind::Stall && lane.kind == LaneKind::Compute) {
            const int64_t ns = std::min(span.endNs, endNs) - std::max(span.beginNs, beginNs);
            statistics.stalledNs += std::max<int64_t>(0, ns);
        }
        if (span.kind != SpanKind::Collective || span.beginNs < beginNs) continue;
        ++statistics.collectives;
        statistics.payloadBytes += span.bytes;
        statistics.wireBytes += span.wireBytes;
    }
}

/// What was live when the interval began counts too.
void addMemory(IntervalStatistics& statistics, const MemoryTrack& track, int64_t beginNs,
               int64_t endNs) {
    CallRange range = track.callsIn(beginNs, endNs);
    if (range.begin > 0) --range.begin;
    if (range.empty()) return;
    const size_t highest = track.highestIn(range);
    statistics.peakBytes = track.calls()[highest].live;
    statistics.atPeak = track.compositionAt(highest);
    int64_t full = track.compositionAt(range.begin)[static_cast<size_t>(core::Category::Gradients)];
    statistics.peakFullBytes = full;
    for (size_t i = range.begin + 1; i < range.end; ++i) {
        const MemoryCall& call = track.calls()[i];
        if (call.category != core::Category::Gradients) continue;
        full += call.change;
        statistics.peakFullBytes = std::max(statistics.peakFullBytes, full);
    }
}

}  // namespace

IntervalStatistics statisticsOf(const RankTimeline& rank, int64_t beginNs, int64_t endNs) {
    IntervalStatistics statistics{.lengthNs = endNs - beginNs,
                                  .computingNs = lengthIn(rank.computing, beginNs, endNs),
                                  .exposedNs = lengthIn(rank.exposed, beginNs, endNs)};
    for (const Lane& lane : rank.lanes) addSpans(statistics, lane, beginNs, endNs);
    addMemory(statistics, rank.memory, beginNs, endNs);
    return statistics;
}

}  // namespace shardscope::gui
