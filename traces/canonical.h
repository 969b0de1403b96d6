#pragma once
// The one form of a trace that a file gives back: write, read and compare are then equal to the byte.
// Plain functions on a value; one thread a trace.

#include "traces/trace.h"

namespace shardscope::traces {

/// Order of events in a trace and in its file (W8): by time, longer first, complete events before
/// others. Ties keep their order.
bool goesBefore(const Event& a, const Event& b);

/// Puts @p trace in canonical form:
/// events sorted by goesBefore; fields that a phase does not have zeroed; negative lengths zero;
/// lanes by (pid, process first, tid), one each, the last name given;
/// args and strings in order of first use (name, category, then key and value of each arg), unused
/// ones dropped; text valid UTF-8, raw args strict JSON, raw integers Integer (text/strict_json.h);
/// top-level keys in the order of top_level.h.
void canonicalise(Trace& trace);

/// The part of canonicalise() that puts events in order. @return whether any had to move.
bool sortEvents(std::vector<Event>& events);

/// The part of canonicalise() that sorts and merges lanes.
void sortLanes(std::vector<Lane>& lanes);

}  // namespace shardscope::traces
