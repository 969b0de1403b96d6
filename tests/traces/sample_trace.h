#pragma once
// Traces for tests: one with every kind of event, and large ones that look like recordings.

#include <string>

#include "traces/trace.h"
#include "traces/vocabulary.h"

namespace shardscope::traces::test {

/// Two ranks, every phase, every kind of arg, a run object; small enough for a golden file.
Trace smallTrace();

/// A recording of a host run in the words of vocabulary.h: @p ranks ranks, @p steps steps, kernels,
/// collectives, memory events, counters, lifetimes and flows, about 26 events a bucket.
Trace recording(int ranks, int steps, int buckets);

/// About @p events events of recording()'s mix.
Trace largeRecording(int64_t events);

/// A folder of this process's own, emptied; it goes when the process ends.
std::string freshFolder(const std::string& name);

std::string contentOf(const std::string& path);
void putContent(const std::string& path, std::string_view bytes);

}  // namespace shardscope::traces::test
