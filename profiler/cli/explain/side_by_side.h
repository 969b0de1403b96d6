#pragma once
// Two step plans in two columns: what differs marked and lettered, what is alike folded, the letters
// explained below.

#include <string>

#include "core/plan/planner.h"
#include "profiler/cli/explain/messages.h"

namespace shardscope::explain {

struct PlannedSide {
    const core::Problem& problem;
    const core::StepPlan& step;
};

/// @param full every action; else operations and events that both have are counted.
std::string sideBySide(const PlannedSide& left, const PlannedSide& right, bool full,
                       Language language);

}  // namespace shardscope::explain
