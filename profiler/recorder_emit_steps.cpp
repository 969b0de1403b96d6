// Steps: the host's windows.

#include <string>

#include "profiler/recorder_emit.h"
#include "traces/vocabulary.h"

namespace shardscope::profiler {

void emitSteps(Emission& emission) {
    for (const StepRecord& step : emission.seen.steps) {
        if (step.step < 0) continue;  // set-up is a phase, not a step
        emission.out.arg("step", step.step);
        emission.out.complete(emission.pid(), traces::kHostTid, traces::kStepCategory,
                              "ProfilerStep#" + std::to_string(step.step + 1), step.beginNs,
                              step.endNs - step.beginNs);
    }
}

}  // namespace shardscope::profiler
