#pragma once
// From a trace to what the compare view reads.

#include "gui/model/timeline.h"
#include "traces/trace.h"

namespace shardscope::gui {

/// One pass over @p trace, which is not kept. Another program's trace gives lanes only, one "rank" a
/// process. Any thread; no errors: what a recording lacks is left out.
TimelinePtr buildTimeline(const traces::Trace& trace);

}  // namespace shardscope::gui
