#pragma once
// B and E events, as others write them, become complete events. One thread.

#include "traces/trace.h"

namespace shardscope::traces {

/// Phases that only a file has, and a trace only while it is read.
inline constexpr Phase kBegin = static_cast<Phase>('B');
inline constexpr Phase kEnd = static_cast<Phase>('E');

/// Pairs them per lane, innermost first, in the order of @p trace, which is sorted. The complete event
/// has the begin's name and both events' args. An end without a begin counts as unreadable; a begin
/// without an end lasts until the last time in the trace and gets the arg "unfinished": true.
/// @return whether there were any; the trace is then not in canonical form.
bool pairBeginEnd(Trace& trace);

}  // namespace shardscope::traces
