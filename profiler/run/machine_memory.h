#pragma once
// Whether a run's ranks fit into this machine, asked before any of them allocates: the kernel ends a
// process that finds out later, and others with it.

#include <cstdint>

#include "core/base/result.h"

namespace shardscope::profiler {

/// Bytes that new work may use without swapping (MemAvailable); 0 when the system does not say.
int64_t availableBytes();
/// Errors: InvalidInput with both numbers when @p neededBytes is more than what is available.
core::Result<void> fitsThisMachine(int64_t neededBytes);
/// The same of one GPU, of which @p availableBytes are free for segments.
core::Result<void> fitsTheGpu(int64_t neededBytes, int64_t availableBytes);

}  // namespace shardscope::profiler
