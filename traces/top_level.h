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

/// Puts Trace::other in that order. Values that would be written anyway go (schemaVersion 1; in our
/// recordings, what follows from Trace::run), and so do keys that other fields hold.
void orderTopLevel(Trace& trace);

/// Takes one top-level key of a file into @p trace.
void setTopLevel(const std::string& key, Json value, Trace& trace);

}  // namespace shardscope::traces
