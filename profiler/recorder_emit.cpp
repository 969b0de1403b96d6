#include "profiler/recorder_emit.h"

#include "traces/vocabulary.h"

namespace shardscope::profiler {

namespace {

void moveToEnd(RecordWindow& window, const RecordStore& store) {
    window.pool = store.pool.size();
    window.steps = store.steps.size();
    window.hostWaits = store.hostWaits.size();
    for (size_t stream = 0; stream < store.streams.size(); ++stream) {
        window.streams[stream] = store.streams[stream].size();
    }
}

void emitAll(Emission& emission) {
    emitLanes(emission);
    emitSteps(emission);
    emitHostWaits(emission);
    emitPhases(emission);
    emitOperations(emission);
    emitCollectives(emission);
    emitStalls(emission);
    emitMemory(emission);
    emitGradients(emission);
    emitParameters(emission);
    emitMarks(emission);
    emitFlows(emission);
}

}  // namespace

uint32_t Emission::pid() const { return traces::pidOfRank(seen.place); }

uint64_t Emission::nextId() { return (static_cast<uint64_t>(pid()) << 32) + state.ids++; }

Emission& Emission::place(PlanOrder order) {
    out.arg("step", int64_t{order.step}).arg("microBatch", int64_t{order.microBatch});
    return *this;
}

Emission& Emission::action(const core::Action& action) {
    out.arg("phase", core::nameOf(action.phase)).arg("action", int64_t{action.index});
    return *this;
}

Emission& Emission::bucket(core::BucketId bucket) {
    if (!bucket.valid() || bucket.index() >= seen.labels.size()) return *this;
    out.arg("bucket", int64_t{bucket.value}).arg("label", seen.labels[bucket.index()]);
    return *this;
}

void Emission::begin(std::string_view category, std::string_view name, uint64_t id, int64_t tsNs) {
    out.async(traces::Phase::AsyncBegin, pid(), category, name, id, tsNs);
}

void Emission::end(std::string_view category, std::string_view name, uint64_t id, int64_t tsNs) {
    out.async(traces::Phase::AsyncEnd, pid(), category, name, id, tsNs);
}

Unpaired emitWindow(const RecordStore& store, EmitState& state, bool last,
                    const core::Problem& problem, const core::StepPlan& setup,
                    const core::StepPlan& step, int64_t offsetNs, traces::TraceBuilder& out) {
    Joined seen = join(store, state.window, problem, setup, step, offsetNs);
    assignLanes(seen);
    const BufferLives lives = bufferLives(seen);
    Emission emission{.seen = seen, .lives = lives, .state = state, .out = out, .last = last};
    emission.unpaired = lives.unpaired;
    emission.unpaired.unmatched += seen.unmatched;
    emitAll(emission);
    moveToEnd(state.window, store);
    return emission.unpaired;
}

}  // namespace shardscope::profiler
