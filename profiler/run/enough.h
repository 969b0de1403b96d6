#pragma once
// What would have been enough: the least memory limit under which a rank's plans run.

#include <cstdint>

#include "core/engine/memory_pool.h"
#include "core/plan/planner.h"

namespace shardscope::profiler {

/// Runs set-up and two steps on a simulated device without a limit and replays the pool's calls.
/// @return bytes, a multiple of 2 MiB.
int64_t enoughBytes(const core::Problem& problem, core::Rank rank, core::PoolPolicy policy);

}  // namespace shardscope::profiler
