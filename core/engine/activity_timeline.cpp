#include "core/engine/activity_timeline.h"

#include <algorithm>

namespace shardscope::core {

void ActivityTimeline::report(const Activity& activity, int64_t issuedNs,
                              std::optional<ActivitySpan> span, Observer& observer) {
    int64_t& standsAt = standsAt_[activity.stream.index()];
    const int64_t reachedNs = std::max(standsAt, issuedNs);
    // A kernel's clock is fitted to the host's, so a start may lie a little before its launch.
    const ActivitySpan work = span.value_or(ActivitySpan{reachedNs, reachedNs});
    switch (activity.kind) {
        case ActivityKind::Compute:
            observer.onOperation(activity.ref, activity.stream, work.startNs, work.endNs);
            standsAt = std::max(standsAt, work.endNs);
            return;
        case ActivityKind::Communicate:
            observer.onCollective(activity.ref, activity.stream, std::min(reachedNs, work.startNs),
                                  work.startNs, work.endNs);
            standsAt = std::max(standsAt, work.endNs);
            return;
        case ActivityKind::Record:
            if (recordedAt_.size() <= activity.event.index()) {
                recordedAt_.resize(activity.event.index() + 1, 0);
            }
            recordedAt_[activity.event.index()] = reachedNs;
            return;
        case ActivityKind::Wait: {
            const bool recorded = activity.event.index() < recordedAt_.size();
            const int64_t endNs =
                std::max(reachedNs, recorded ? recordedAt_[activity.event.index()] : 0);
            observer.onWait(activity.ref, activity.stream, reachedNs, endNs);
            standsAt = std::max(standsAt, endNs);
            return;
        }
        case ActivityKind::Stamp:
            observer.onMark(activity.ref, activity.stream, reachedNs);
            return;
    }
}

}  // namespace shardscope::core
