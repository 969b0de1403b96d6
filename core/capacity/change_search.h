#pragma once
// The cheapest changes under which a row that does not fit would, found by trying.

#include <vector>

#include "core/capacity/advice.h"

namespace shardscope::core {

/// Up to three, the nearest number of ranks first, then the fewest settings, then the least cost. Each is a row that
/// was evaluated and fits: with the options it names, and everything else as it was asked.
std::vector<Change> cheapestChanges(Evaluator& evaluator, const PlanQuestion& question,
                                    const PlanRow& from);

}  // namespace shardscope::core
