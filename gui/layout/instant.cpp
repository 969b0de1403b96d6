#include "gui/layout/instant.h"

#include <algorithm>

#include "gui/layout/scene.h"
#include "gui/layout/words.h"
#include "gui/model/span_words.h"
#include "gui/model/visible.h"
#include "gui/paint/theme.h"

namespace shardscope::gui {
namespace {

void addMemory(Instant& instant, const RankTimeline& rows, int64_t ns) {
    const size_t call = rows.memory.callAt(ns);
    if (call >= rows.memory.calls().size()) return;
    instant.hasMemory = true;
    instant.live = rows.memory.calls()[call].live;
    instant.composition = rows.memory.compositionAt(call);
}

bool isLive(const std::vector<Life>& lives, int64_t ns) {
    const auto [first, last] = visibleIn(lives, ns, ns + 1);
    return std::any_of(lives.begin() + static_cast<std::ptrdiff_t>(first),
                       lives.begin() + static_cast<std::ptrdiff_t>(last),
                       [&](const Life& life) { return life.beginNs <= ns && ns < life.endNs; });
}

void addRunning(Instant& instant, const Timeline& timeline, const RankTimeline& rows, int64_t ns) {
    for (const Lane& lane : rows.lanes) {
        if (lane.kind == LaneKind::Host) continue;
        const auto [first, last] = visibleIn(lane.spans, ns, ns + 1);
        for (size_t i = first; i < last; ++i) {
            const Span& span = lane.spans[i];
            if (ns < span.beginNs || ns >= span.endNs) continue;
            instant.running.push_back(spanWords(timeline.names[span.name]));
        }
    }
}

}  // namespace

Instant instantOf(const Frame& frame, int64_t atNs) {
    Instant instant{.atNs = atNs};
    const RankTimeline* rows = frame.rows();
    if (!rows) return instant;
    const int64_t ns = frame.originNs + atNs;
    addMemory(instant, *rows, ns);
    for (const BucketTrack& bucket : rows->buckets) instant.fullBuckets += isLive(bucket.full, ns);
    addRunning(instant, *frame.recording->timeline, *rows, ns);
    return instant;
}

QStringList linesOf(const Instant& instant) {
    QStringList lines;
    if (instant.hasMemory) {
        const int64_t full = instant.composition[static_cast<size_t>(core::Category::Gradients)];
        lines << Compare::tr("%1 live; %2 of full gradients in %3 buckets")
                     .arg(bytesText(instant.live), bytesText(full))
                     .arg(instant.fullBuckets);
        for (auto it = stackingOrder().rbegin(); it != stackingOrder().rend(); ++it) {
            const int64_t bytes = instant.composition[static_cast<size_t>(*it)];
            if (bytes > 0) lines << QStringLiteral("%1  %2").arg(bytesText(bytes), titleOf(*it));
        }
    }
    return lines + instant.running;
}

}  // namespace shardscope::gui
