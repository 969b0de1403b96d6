#pragma once
// After the last micro-batch: norm and clip factor, then update and return of weights (commit), or
// nothing of it (skip, fp16 overflow).

#include <vector>

#include "core/plan/action_list.h"

namespace shardscope::core {

/// Reductions waited for, the gradient norm, and the factor that clips and unscales.
std::vector<Action> planNorm(const Problem& problem, const RankLayout& rank);
/// Own shards updated, gradients freed, weights returned to every rank.
std::vector<Action> planCommit(const Problem& problem, const RankLayout& rank);
/// Gradients freed; weights, master weights, m and v untouched.
std::vector<Action> planSkip(const Problem& problem, const RankLayout& rank);

}  // namespace shardscope::core
