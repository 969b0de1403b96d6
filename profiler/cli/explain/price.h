#pragma once
// What accumulation over several micro-batches costs a strategy: what it sends, what it holds.

#include <string>

#include "profiler/cli/explain/messages.h"
#include "profiler/cli/explain/plan_facts.h"

namespace shardscope::explain {

/// The count of elements that a rank sends in a step, as a formula in G from the axes: "(G+1) Psi".
std::string sentFormula(const core::Problem& problem);
std::string priceOf(const core::Problem& problem, const PlanFacts& facts, Language language);

}  // namespace shardscope::explain
