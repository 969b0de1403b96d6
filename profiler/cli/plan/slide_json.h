#pragma once
// What --slide adds to `shardscope.plan/1`.

#include "profiler/cli/plan/plan_outcome.h"
#include "traces/trace.h"

namespace shardscope::cli {

/// "slide" of the document, and of each row that has a result. @p outcome has slide facts, and
/// @p document its rows.
void addSlide(const PlanRequest& request, const PlanOutcome& outcome, traces::Json& document);

}  // namespace shardscope::cli
