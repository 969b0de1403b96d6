#pragma once
// One micro-batch: forward and backward, with the lives of values, gradients and gathered weights.

#include <vector>

#include "core/plan/action_list.h"

namespace shardscope::core {

std::vector<Action> planMicroBatch(const Problem& problem, const RankLayout& rank);

}  // namespace shardscope::core
