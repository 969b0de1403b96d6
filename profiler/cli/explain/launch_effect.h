#pragma once
// What an operation does to contents: which gradient becomes whose, which state is updated.

#include "core/plan/step_plan.h"
#include "profiler/cli/explain/rank_memory.h"

namespace shardscope::explain {

/// Applies @p operation of @p rank to its memory. Operations on activations and scalars do nothing.
void applyLaunch(RankMemory& memory, const core::Layout& layout, const core::Operation& operation,
                 int microBatch, int rank, int ranks);

/// Applies a collective of all ranks; @p calls are theirs, by rank.
void applyCollective(std::vector<RankMemory>& memories,
                     const std::vector<const core::Collective*>& calls);

}  // namespace shardscope::explain
