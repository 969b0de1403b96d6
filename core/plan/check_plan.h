#pragma once
// Proves a plan safe without running it: every read ordered after its write, no write or reuse before
// the last reader, every free legal for its home stream, every collective in the same order on all
// ranks.

#include <string>
#include <vector>

#include "core/plan/step_plan.h"

namespace shardscope::core {

/// Checks set-up followed by two steps of one rank. @return one sentence a violation; empty = safe.
std::vector<std::string> checkPlan(const StepPlan& setup, const StepPlan& step);
/// Checks that all ranks launch the same collectives in the same order.
std::vector<std::string> checkRanksAgree(const std::vector<StepPlan>& steps);

}  // namespace shardscope::core
