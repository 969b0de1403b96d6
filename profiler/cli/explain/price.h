#pragma once
// What accumulation over several micro-batches costs a strategy: what it sends, what it holds.

#include <string>

#include "profiler/cli/explain/messages.h"
#include "profiler/cli/explain/plan_facts.h"

namespace shardscope::explain {

/// The count of elements sent as a formula in G: "(G+1) Psi", from the axes.
std::string sentFormula(const core::Strategy& strategy);
std::string priceOf(const core::Problem& problem, const PlanFacts& facts, Language language);

}  // namespace shardscope::explain
