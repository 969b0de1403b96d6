#pragma once
// The parts of writeTrace() that tests look at.

#include <string>

#include "core/base/result.h"
#include "traces/trace.h"

namespace shardscope::traces {

/// Events a block: the bytes of a .gz depend on it, and not on the number of threads.
inline constexpr size_t kEventsPerBlock = 4096;

/// writeTrace() with the number of threads that make text and compress it.
core::Result<void> writeTraceWith(const Trace& trace, const std::string& path, int threads);

}  // namespace shardscope::traces
