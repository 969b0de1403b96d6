#pragma once
// The three questions of the lesson, answered for a pair of strategies from their axes.

#include <string>

#include "core/plan/planner.h"
#include "profiler/cli/explain/messages.h"

namespace shardscope::explain {

/// What does the right one shard that the left does not? Why reduce-scatter? Why all-gather?
std::string answersFor(const core::Problem& left, const core::Problem& right, Language language);

}  // namespace shardscope::explain
