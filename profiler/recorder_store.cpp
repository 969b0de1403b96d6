#include "profiler/recorder_store.h"

namespace shardscope::profiler {

namespace {

/// Of one micro-batch, or of what is before and after them: uploads of a batch, reads of the loss and of the
/// overflow flag, the end of the step on both streams. Room for more than there are.
constexpr int64_t kHostWaits = 32;

/// Which buffer an action's report goes to: the pool's, a stream's, or none.
struct Counter {
    RecordNeed need;

    void onStream(core::StreamId stream) { ++need.streams[stream.index()]; }
    void operator()(const core::Allocate&) { ++need.pool; }
    void operator()(const core::Free&) { ++need.pool; }
    void operator()(const core::Launch& launch) { onStream(launch.stream); }
    void operator()(const core::Collective& collective) { onStream(collective.stream); }
    void operator()(const core::RecordEvent&) {}
    void operator()(const core::WaitEvent& wait) { onStream(wait.stream); }
    void operator()(const core::Mark& mark) { onStream(mark.stream); }
};

}  // namespace

int64_t RecordStore::events() const {
    int64_t events = pool.size() + steps.size() + hostWaits.size();
    for (const auto& stream : streams) events += stream.size();
    return events;
}

int64_t RecordStore::dropped() const {
    int64_t dropped = pool.dropped() + steps.dropped() + hostWaits.dropped() +
                      strays.load(std::memory_order_relaxed);
    for (const auto& stream : streams) dropped += stream.dropped();
    return dropped;
}

RecordNeed recordNeed(const core::StepPlan& plan) {
    Counter counter;
    const auto count = [&](const core::Action& action, int) { std::visit(counter, action.what); };
    core::forEachAction(plan, true, count);
    for (const core::Action& action : plan.skip) count(action, -1);
    return counter.need;
}

void reserve(RecordStore& store, const core::StepPlan& plan) {
    const RecordNeed need = recordNeed(plan);
    store.pool.reserve(need.pool);
    store.steps.reserve(1);
    store.hostWaits.reserve(kHostWaits * (plan.gradAccum + 1));
    for (size_t stream = 0; stream < store.streams.size(); ++stream) {
        store.streams[stream].reserve(need.streams[stream]);
    }
}

}  // namespace shardscope::profiler
