#include "profiler/replay/waiting.h"

#include <algorithm>

#include "profiler/calibrate/asleep.h"

namespace shardscope::profiler {

namespace {

struct Sums {
    double of = 0, over = 0;

    double ratio() const { return over > 0 ? of / over : 0.0; }
};

core::StreamId streamOf(const core::Action& action) {
    const auto* launch = std::get_if<core::Launch>(&action.what);
    return launch ? launch->stream : std::get<core::Collective>(action.what).stream;
}

/// What the communication stream ended last before a stall of the compute stream did, the stall waited
/// for.
void addWakeUps(const RankSpans& rank, Sums& sums) {
    std::vector<int64_t> ends;
    for (const ActionSpan& span : rank.work) {
        if (streamOf(*span.action) == core::kCommunication) ends.push_back(span.endNs);
    }
    std::ranges::sort(ends);
    for (const Stall& stall : rank.stalls) {
        const auto after = std::ranges::upper_bound(ends, stall.endNs);
        if (after == ends.begin()) continue;
        const int64_t happened = *std::prev(after);
        if (happened - stall.beginNs < kAsleepNs) continue;
        sums.of += static_cast<double>(stall.endNs - happened);
        sums.over += 1.0;
    }
}

void addMeetings(const RankSpans& rank, Sums& sums) {
    int64_t step = -1, metNs = 0;  // ranks begin a step together
    for (const ActionSpan& span : rank.work) {
        if (span.step < 0) continue;
        if (span.step != step) metNs = span.arrivedNs;
        step = span.step;
        if (!std::holds_alternative<core::Collective>(span.action->what)) continue;
        sums.of += static_cast<double>(span.beginNs - span.arrivedNs);
        sums.over += static_cast<double>(std::max<int64_t>(0, span.arrivedNs - metNs));
        metNs = span.endNs;
    }
}

}  // namespace

Waiting waitingOf(const std::vector<RankSpans>& ranks) {
    Sums wakeUps, meetings;
    for (const RankSpans& rank : ranks) {
        addWakeUps(rank, wakeUps);
        addMeetings(rank, meetings);
    }
    return {.wakeUpNs = wakeUps.ratio(), .lateness = meetings.ratio()};
}

}  // namespace shardscope::profiler
