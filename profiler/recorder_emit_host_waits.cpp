// Host waits: when the interpreter's thread stood still for the GPU.

#include <algorithm>
#include <limits>

#include "profiler/recorder_emit.h"
#include "traces/vocabulary.h"

namespace shardscope::profiler {

namespace {

std::string_view nameOf(core::HostWaitFor what) {
    switch (what) {
        case core::HostWaitFor::ComputeStream:
            return "waits for the compute stream";
        case core::HostWaitFor::CommunicationStream:
            return "waits for the communication stream";
        case core::HostWaitFor::OtherStream:
            return "waits for a stream";
        case core::HostWaitFor::Event:
            return "waits for an event";
        case core::HostWaitFor::Device:
            return "waits for the device";
    }
    return "waits";
}

/// CUPTI's clock is fitted to the host's: what a wait sticks out of its step by is that fit's error, and
/// spans of a lane nest.
SeenHostWait withinStep(SeenHostWait wait, const std::vector<StepRecord>& steps) {
    for (const StepRecord& step : steps) {
        if (step.step != wait.order.step) continue;
        if (wait.startNs >= step.endNs || wait.endNs <= step.beginNs) return wait;
        wait.startNs = std::max(wait.startNs, step.beginNs);
        wait.endNs = std::min(wait.endNs, step.endNs);
    }
    return wait;
}

}  // namespace

void emitHostWaits(Emission& emission) {
    int64_t freeNs = std::numeric_limits<int64_t>::min();
    for (const SeenHostWait& seen : emission.seen.hostWaits) {
        SeenHostWait wait = withinStep(seen, emission.seen.steps);
        wait.startNs = std::max(wait.startNs, freeNs);
        if (wait.endNs < wait.startNs) continue;
        freeNs = wait.endNs;
        emission.place(wait.order).action(*wait.action);
        emission.bucket(wait.action->bucket);
        emission.out.complete(emission.pid(), traces::kHostTid, traces::kHostWaitCategory,
                              nameOf(wait.what), wait.startNs, wait.endNs - wait.startNs);
    }
}

}  // namespace shardscope::profiler
