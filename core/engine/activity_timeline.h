#pragma once
// From the spans that a GPU reports to what the Observer is told: times of waits, marks and records
// follow from the kernels around them. Pure; one a rank, on its interpreter thread.
//
// A stream stands after its last work, and no work starts before the host issued it. So an event is
// recorded at max(end of the stream's last work, issued), a wait begins where its stream stands and ends
// at the record it refers to, and a mark is where its stream stands.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/engine/activity_tags.h"

namespace shardscope::core {

/// When the GPU worked on one action: from the first of its kernels and copies to the last.
struct ActivitySpan {
    int64_t startNs = 0;
    int64_t endNs = 0;
};

class ActivityTimeline {
  public:
    /// The next action, in issue order. @p issuedNs when the host enqueued it, on the spans' clock.
    /// @p span none when it launched nothing (a record, a wait, a mark, a collective of one rank).
    void report(const Activity& activity, int64_t issuedNs, std::optional<ActivitySpan> span,
                Observer& observer);

    /// The end of the stream's last work or wait: nothing that comes next on it starts before.
    int64_t standsAt(StreamId stream) const { return standsAt_[stream.index()]; }

  private:
    std::array<int64_t, kStreams> standsAt_{};
    std::vector<int64_t> recordedAt_;  ///< by event
};

}  // namespace shardscope::core
