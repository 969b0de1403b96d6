#pragma once
// What a rank sends in one step, read off its plan. Any thread.

#include <cstdint>
#include <span>
#include <vector>

#include "core/plan/step_plan.h"

namespace shardscope::core {

/// A collective that carries gradients or parameters; small ones (norm, overflow) are left out.
struct SentStep {
    CollectiveKind kind = CollectiveKind::AllReduce;
    int32_t bucket = -1;  ///< whose elements it has; -1 = those it was planned with
    int64_t elements = 0, realElements = 0;  ///< as planned
    RankSet group;
    int64_t elementBytes = 2;
    When when = When::Always;
    bool repeats = false;  ///< belongs to the micro-batch body

    /// How often a step does it.
    int64_t times(int gradAccum) const;
};

/// @param scales whether a bucket's collectives grow with it.
std::vector<SentStep> sentStepsOf(const StepPlan& step, bool scales);

/// A rank and step, as `shardscope.report/1` counts them.
struct Sent {
    int64_t calls = 0;
    int64_t wireBytes = 0;
    int64_t weightedElements = 0;  ///< unpadded; an all-reduce counts twice

    bool operator==(const Sent&) const = default;
};

}  // namespace shardscope::core
