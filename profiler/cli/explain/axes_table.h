#pragma once
// The axes in which two strategies differ, and what follows from the plans in bytes and traffic.

#include <string>

#include "profiler/cli/explain/messages.h"
#include "profiler/cli/explain/plan_facts.h"

namespace shardscope::explain {

std::string axesTable(const core::Problem& left, const PlanFacts& leftFacts,
                      const core::Problem& right, const PlanFacts& rightFacts, Language language);

}  // namespace shardscope::explain
