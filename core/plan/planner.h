#pragma once
// From a workload and a strategy to the lists of actions. Pure: same inputs, same plan.

#include "core/model/graph.h"
#include "core/plan/step_plan.h"
#include "core/plan/strategy.h"
#include "core/shard/bucket_map.h"

namespace shardscope::core {

/// What planning needs besides the rank; made once a run and shared.
struct Problem {
    Workload workload;
    Graph graph;
    Strategy strategy;
    BucketMap buckets;
    bool poison = false;  ///< debug: overwrite dead gradients with NaN after a reduce-scatter
};

/// Errors: InvalidInput from validate(), buildGraph() or buildBucketMap().
Result<Problem> makeProblem(const Workload& workload, const Strategy& strategy, int ranks);

/// Allocates and fills everything that outlives a step: weights, master weights, m and v, scalars.
/// Only `prologue` is used. Errors: InvalidInput for axes that this engine cannot run.
Result<StepPlan> planSetup(const Problem& problem, Rank rank);
/// One optimizer step. Its layout is equal to planSetup's.
Result<StepPlan> planStep(const Problem& problem, Rank rank);

}  // namespace shardscope::core
