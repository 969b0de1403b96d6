#pragma once
// The keys beside traceEvents: which stand in every file, in which order, and what is left out of
// Trace::other because it follows from Trace::run. Plain functions; any thread.

#include <string>

#include "traces/trace.h"

namespace shardscope::traces {

/// Everything before traceEvents, in the order of the file: schemaVersion, displayTimeUnit,
/// baseTimeNanoseconds, traceName, deviceProperties, distributedInfo, the rest of Trace::other,
/// incomplete and unreadable when the trace was read from a damaged file, shardscope.
Json topLevelOf(const Trace& trace);

/// Puts Trace::other in that order. In our recordings, values that follow from Trace::run go: they
/// are written again. Keys that other fields hold go in any trace.
void orderTopLevel(Trace& trace);

/// Takes one top-level key of a file into @p trace.
void setTopLevel(const std::string& key, Json value, Trace& trace);

}  // namespace shardscope::traces
