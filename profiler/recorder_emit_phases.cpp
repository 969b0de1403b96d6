// Phases: from a PhaseBegin mark of the compute stream to the next one, or to the step's end.

#include <algorithm>
#include <optional>

#include "profiler/recorder_emit.h"
#include "traces/vocabulary.h"

namespace shardscope::profiler {

namespace {

std::optional<int64_t> endOfStep(const Emission& emission, int32_t step) {
    for (const StepRecord& record : emission.seen.steps) {
        if (record.step == step) return record.endNs;
    }
    return std::nullopt;
}

std::vector<const SeenOnStream*> phaseBegins(const Emission& emission) {
    std::vector<const SeenOnStream*> begins;
    for (const SeenOnStream& seen : emission.seen.on(core::kCompute)) {
        if (isMark(seen, core::MarkKind::PhaseBegin)) begins.push_back(&seen);
    }
    return begins;
}

/// The last thing that streams did in a step that has no window: set-up, or one that was cut short.
int64_t lastWorkOf(const Emission& emission, int32_t step) {
    int64_t lastNs = 0;
    for (const auto& stream : emission.seen.streams) {
        for (const SeenOnStream& seen : stream) {
            if (seen.order.step == step) lastNs = std::max(lastNs, seen.endNs);
        }
    }
    return lastNs;
}

/// @param next the following phase's mark, or nullptr.
int64_t endOfPhase(Emission& emission, const SeenOnStream& begin, const SeenOnStream* next) {
    if (next != nullptr && next->order.step == begin.order.step) return next->startNs;
    if (const auto endNs = endOfStep(emission, begin.order.step)) return *endNs;
    const bool savesAfterSteps = begin.action->phase == core::Phase::Checkpoint;
    if (begin.order.step >= 0 && !savesAfterSteps) {
        emission.seen.countOpen(begin.order.step, emission.unpaired);
    }
    return lastWorkOf(emission, begin.order.step);
}

}  // namespace

void emitPhases(Emission& emission) {
    const std::vector<const SeenOnStream*> begins = phaseBegins(emission);
    for (size_t at = 0; at < begins.size(); ++at) {
        const SeenOnStream& begin = *begins[at];
        const SeenOnStream* next = at + 1 < begins.size() ? begins[at + 1] : nullptr;
        const int64_t endNs = std::max(begin.startNs, endOfPhase(emission, begin, next));
        emission.place(begin.order);
        emission.out.complete(emission.pid(), traces::kPhaseTid, traces::kPhaseCategory,
                              core::nameOf(begin.action->phase), begin.startNs,
                              endNs - begin.startNs);
    }
}

}  // namespace shardscope::profiler
