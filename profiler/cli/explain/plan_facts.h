#pragma once
// Numbers of one strategy that follow from its plans alone.

#include <cstdint>

#include "core/plan/planner.h"

namespace shardscope::explain {

/// Bytes of one rank, traffic of one rank and step.
struct PlanFacts {
    int64_t weightBytes = 0;        ///< between steps
    int64_t optimizerBytes = 0;     ///< m, v and master weights
    int64_t mostFullBytes = 0;      ///< full-size gradients, the most at once in plan order
    int64_t mostCopyBytes = 0;      ///< bucket buffers and staging beside them
    int64_t mostTogetherBytes = 0;  ///< full-size gradients, copies and shards
    int64_t betweenBytes = 0;       ///< gradients and shards after the first micro-batch
    int reductions = 0;             ///< of the whole model's gradients
    int gathers = 0;                ///< of the whole model's parameters
    double sentPerParameter = 0.0;  ///< elements / Psi, all-reduce counted twice, without padding

    bool operator==(const PlanFacts&) const = default;
};

PlanFacts factsOf(const core::Problem& problem, const core::StepPlan& setup,
                  const core::StepPlan& step);

}  // namespace shardscope::explain
