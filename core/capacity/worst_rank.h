#pragma once
// The rank that needs most where ranks own parts of different sizes. Pure; any thread.

#include "core/plan/planner.h"

namespace shardscope::core {

/// Whether every rank allocates the same: shards are even parts of every bucket or of every parameter, or
/// there are none.
bool ranksAreAlike(const Strategy& strategy);

/// The rank with the largest peak of requested bytes over set-up and all steps, the lowest of equal ones.
/// Planned once: ranks do the same, in the same order, with what they own, so that a rank's peak is that
/// of one who owned everything with this rank's sizes. Errors: InvalidInput of planning.
Result<Rank> worstRank(const Problem& problem);

}  // namespace shardscope::core
