// Memory: one instant a pool call, and counters of what is live, on the host's clock.

#include <string>

#include "profiler/recorder_emit.h"
#include "traces/vocabulary.h"

namespace shardscope::profiler {

namespace {

void emitCall(Emission& emission, const SeenPoolCall& call) {
    const core::BufferSpec& spec = (*emission.seen.layout)[call.buffer];
    emission.out.arg("seq", emission.state.poolSeq++);
    emission.place(call.order).action(*call.action);
    emission.out.arg("buffer", int64_t{call.buffer.value})
        .arg("name", spec.name)
        .arg("category", core::nameOf(spec.category))
        .arg("requested", spec.bytes)
        .arg("block", call.block.bytes)
        .arg("segment", int64_t{call.block.segment})
        .arg("offset", call.block.offset)
        .arg("stream", int64_t{spec.home.value});
    emission.bucket(spec.bucket);
    emission.out.arg("live", call.after.requested)
        .arg("allocated", call.after.allocated)
        .arg("reserved", call.after.reserved);
    emission.out.instant(emission.pid(), traces::kHostTid, traces::kMemoryCategory,
                         call.allocate ? "allocate" : "free", call.timeNs);
}

/// Writes a counter when its value is not the one that was last written.
void emitCounter(Emission& emission, const std::string& name, int64_t tsNs, int64_t value) {
    const auto [place, isNew] = emission.state.counters.try_emplace(name, value);
    if (!isNew && place->second == value) return;
    place->second = value;
    emission.out.counter(emission.pid(), name, "bytes", tsNs, value);
}

void emitCounters(Emission& emission, const SeenPoolCall& call) {
    const core::BufferSpec& spec = (*emission.seen.layout)[call.buffer];
    int64_t& live = emission.state.live[static_cast<size_t>(spec.category)];
    live += call.allocate ? spec.bytes : -spec.bytes;
    emitCounter(emission, "live", call.timeNs, call.after.requested);
    emitCounter(emission, "allocated", call.timeNs, call.after.allocated);
    emitCounter(emission, "reserved", call.timeNs, call.after.reserved);
    emitCounter(emission, "live " + std::string(core::nameOf(spec.category)), call.timeNs, live);
}

}  // namespace

void emitMemory(Emission& emission) {
    for (const SeenPoolCall& call : emission.seen.pool) {
        emitCall(emission, call);
        emitCounters(emission, call);
    }
}

}  // namespace shardscope::profiler
