#pragma once
// Saving a checkpoint after the last step: what is gathered for it, and what each rank writes.

#include "core/plan/layout.h"
#include "core/plan/step_plan.h"

namespace shardscope::core {

/// Fills checkpoint and saved of @p plan. Optimizer state: a replicated one is written by rank 0; of a
/// sharded one each rank of the first group writes its own. Weights that are whole on every rank are
/// written by rank 0, parameter by parameter; those kept in shards by each rank, or, consolidated, by rank 0
/// from one gathered bucket after the other, which every rank takes part in.
void planCheckpoint(const Problem& problem, const RankLayout& layout, Rank rank, StepPlan& plan);

}  // namespace shardscope::core
