// Stalls: the compute stream standing still, and why.

#include "profiler/recorder_emit.h"
#include "traces/vocabulary.h"

namespace shardscope::profiler {

namespace {

/// Passing an event that has been recorded takes this long at most; more is standing still.
constexpr int64_t kStallFloorNs = 1000;

}  // namespace

bool isStall(const SeenOnStream& seen) {
    return seen.kind == StreamEvent::Wait && seen.stream == core::kCompute &&
           seen.endNs - seen.startNs > kStallFloorNs;
}

void emitStalls(Emission& emission) {
    for (const SeenOnStream& seen : emission.seen.on(core::kCompute)) {
        if (!isStall(seen)) continue;
        const core::WaitCause cause = std::get<core::WaitEvent>(seen.action->what).cause;
        emission.place(seen.order).action(*seen.action).bucket(seen.action->bucket);
        emission.out.arg("cause", core::nameOf(cause));
        emission.out.complete(emission.pid(), seen.tid, traces::kStallCategory,
                              "wait " + seen.action->name, seen.startNs, seen.endNs - seen.startNs);
    }
}

}  // namespace shardscope::profiler
