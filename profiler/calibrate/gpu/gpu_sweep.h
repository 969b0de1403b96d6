#pragma once
// Times of a GPU's collectives over sizes, by the communicator that serves its ranks.

#include <span>
#include <vector>

#include "core/engine/accelerator.h"
#include "profiler/calibrate/gpu/gpu_bench.h"

namespace shardscope::profiler {

/// From the arrival of the last rank to the last one's end.
struct TimedCollective {
    core::CollectiveKind kind{};
    core::DType dtype = core::DType::Bf16;
    double bytes = 0;  ///< of the whole array
    double ns = 0;
};

/// All kinds and @p dtypes on @p ranks ranks: 64 bytes, then 64 KiB and its quadruples up to
/// @p largestBytes, smallest first, until @p seconds are over; 1 MiB is reached in any case.
/// Errors: a rank's; OutOfMemory when the arrays have no room; Interrupted.
core::Result<std::vector<TimedCollective>> sweepGpuCollectives(
    core::Accelerator& accelerator, const MakeTags& makeTags, int ranks,
    std::span<const core::DType> dtypes, int64_t largestBytes, double seconds,
    const std::function<bool()>& stopped);

}  // namespace shardscope::profiler
