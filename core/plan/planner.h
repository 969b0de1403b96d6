#pragma once
// From a workload and a strategy to the lists of actions. Pure: same inputs, same plan.

#include "core/model/graph.h"
#include "core/plan/step_plan.h"
#include "core/plan/strategy.h"
#include "core/shard/bucket_map.h"

namespace shardscope::core {

/// What is saved after the last step. Sharded: each rank writes what it owns, and whole weights are
/// written by rank 0. Consolidated: so are weights that are kept in shards, gathered bucket by bucket.
enum class CheckpointKind : uint8_t { None, Sharded, Consolidated };
std::string_view nameOf(CheckpointKind kind);  ///< "none", "sharded", "consolidated"

/// What planning needs besides the rank; made once a run and shared.
struct Problem {
    Workload workload;
    Graph graph;
    Strategy strategy;
    BucketMap buckets;
    CheckpointKind checkpoint = CheckpointKind::None;
    /// Overwrite dead gradients with NaN after a reduce-scatter: a check of runs that compute, no part
    /// of the strategy.
    bool poison = false;
};

/// The workload's gradient dtypes are those that the strategy's habits give (withHabits()).
/// Errors: InvalidInput from validate(), buildGraph() or buildBucketMap(), and for a shard group that
/// does not divide the ranks.
Result<Problem> makeProblem(const Workload& workload, const Strategy& strategy, int ranks);

/// Allocates and fills everything that outlives a step: weights, master weights, m and v, scalars.
/// Full-size gradient buckets too, where they are persistent. Only `prologue` is used. Errors:
/// InvalidInput for a rank that the problem has not.
Result<StepPlan> planSetup(const Problem& problem, Rank rank);
/// One optimizer step. Its layout is equal to planSetup's.
Result<StepPlan> planStep(const Problem& problem, Rank rank);

}  // namespace shardscope::core
