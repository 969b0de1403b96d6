#pragma once
// Records joined with the plan's actions: what happened, in plan order, with times of the trace.
//
// Values borrowed from a store and two plans, which must outlive them. One thread.

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "core/plan/planner.h"
#include "profiler/recorder.h"
#include "profiler/recorder_store.h"

namespace shardscope::profiler {

/// An action's place in what one rank's interpreter did. Comparable over streams and steps.
struct PlanOrder {
    int32_t step = -1;
    int32_t section = 0;  ///< 0 before the micro-batches, 1 in them, 2 after them
    int32_t microBatch = -1;
    int32_t action = -1;

    auto operator<=>(const PlanOrder&) const = default;
};

/// Something that happened on a stream, with the action that asked for it.
struct SeenOnStream {
    PlanOrder order;
    const core::Action* action = nullptr;
    core::StreamId stream;
    StreamEvent kind = StreamEvent::Operation;
    int64_t arrivedNs = 0, startNs = 0, endNs = 0;
    uint32_t tid = 0;  ///< its lane in the trace; set by assignLanes()
};

/// The host stood still, with the action in which it did, or the last one before.
struct SeenHostWait {
    PlanOrder order;
    const core::Action* action = nullptr;
    core::HostWaitFor what = core::HostWaitFor::OtherStream;
    int64_t startNs = 0, endNs = 0;
};

/// A pool call, with the action that made it.
struct SeenPoolCall {
    PlanOrder order;
    const core::Action* action = nullptr;
    core::BufferId buffer;
    bool allocate = true;
    core::Block block;
    core::PoolTotals after;
    int64_t timeNs = 0;  ///< when the host called
};

/// Which records are looked at: those from these places on.
struct RecordWindow {
    int64_t pool = 0;
    int64_t steps = 0;
    int64_t hostWaits = 0;
    std::array<int64_t, core::kStreams> streams{};
};

struct Joined {
    const core::Problem* problem = nullptr;
    const core::Layout* layout = nullptr;
    core::Rank rank;
    int32_t place = 0;                                              ///< in the recording
    std::vector<std::string> labels;                                ///< of buckets: "B6"
    std::vector<SeenPoolCall> pool;                                 ///< in plan order
    std::array<std::vector<SeenOnStream>, core::kStreams> streams;  ///< each in plan order
    std::vector<StepRecord> steps;
    std::vector<SeenHostWait> hostWaits;  ///< by time
    int64_t lastNs = 0;                   ///< the latest time seen
    int64_t unmatched = 0;                ///< records that fit no action

    /// Counts what was begun in @p step and has no end: lost, unless the run ended in that step.
    void countOpen(int32_t step, Unpaired& count) const {
        const bool ranOn = !steps.empty() && steps.back().step >= step;
        ++(ranOn ? count.unmatched : count.openAtEnd);
    }
    int ranks() const { return problem->buckets.ranks; }
    const std::vector<SeenOnStream>& on(core::StreamId stream) const {
        return streams[stream.index()];
    }
};

/// @param offsetNs subtracted from every time.
Joined join(const RecordStore& store, const RecordWindow& window, const core::Problem& problem,
            const core::StepPlan& setup, const core::StepPlan& step, int64_t offsetNs);

/// The last record on a stream before @p order for which @p wanted holds, or nullptr.
template <class Wanted>
const SeenOnStream* lastBefore(const std::vector<SeenOnStream>& seen, PlanOrder order,
                               Wanted&& wanted) {
    auto at = std::lower_bound(
        seen.begin(), seen.end(), order,
        [](const SeenOnStream& one, PlanOrder place) { return one.order < place; });
    while (at != seen.begin()) {
        --at;
        if (wanted(*at)) return &*at;
    }
    return nullptr;
}

/// Whether the stream worked: not a wait, not a mark.
inline bool isWork(const SeenOnStream& seen) {
    return seen.kind == StreamEvent::Operation || seen.kind == StreamEvent::Collective;
}
/// The collective of a record; the record is one.
inline const core::Collective& collectiveOf(const SeenOnStream& seen) {
    return std::get<core::Collective>(seen.action->what);
}
bool isCollectiveFor(const SeenOnStream& seen, core::Purpose purpose);
bool isMark(const SeenOnStream& seen, core::MarkKind kind);

}  // namespace shardscope::profiler
