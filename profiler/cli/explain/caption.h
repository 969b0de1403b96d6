#pragma once
// What just happened, in a sentence: computed from what ranks hold now and held before.

#include <string>

#include "profiler/cli/explain/messages.h"
#include "profiler/cli/explain/timeline.h"

namespace shardscope::explain {

/// "backward of B1 (micro-batch 2 of 4)".
/// @param returns parameters are sent at the end of the step, at least by one strategy.
std::string titleOf(const Instant& instant, const core::Problem& problem, bool returns,
                    Language language);

/// @param before the last instant that was shown, or nullptr at the first.
std::string captionOf(const Moment& now, const Moment* before, const core::Problem& problem,
                      Language language);

}  // namespace shardscope::explain
