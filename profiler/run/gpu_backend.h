#pragma once
// What a build with gpu/ puts at a run's disposal: the GPUs, and what times their work. The command's main
// program fills it; a build without gpu/ leaves it empty.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/engine/accelerator.h"

namespace shardscope::profiler {

/// What the recording of device times lost, over all ranks and strategies of this process.
struct TimingLosses {
    int64_t dropped = 0;    ///< records that the GPU's profiler had no room or no times for
    int64_t unmatched = 0;  ///< records that belong to no rank
    int64_t clockResidualNs = 0;
};

/// Times the work of every rank of this process. Main thread; what makeTags() gives is each rank's.
class GpuTiming {
  public:
    virtual ~GpuTiming() = default;
    virtual std::unique_ptr<core::ActivityTags> makeTags() = 0;
    /// Actions without the records they had before, and records that came too late for their action.
    /// @param tags made by makeTags(), and alive.
    virtual int64_t unmatchedOf(const core::ActivityTags& tags) const = 0;
    virtual TimingLosses losses() const = 0;
    /// Device memory that the recording itself takes, to be subtracted from what is in use; bytes.
    virtual int64_t ownDeviceBytes() const = 0;
};

struct GpuBackend {
    core::OpenAccelerator open;
    /// Starts recording, before the first use of a GPU. Errors: Failed with who records already, or what
    /// is missing, and what to do about it.
    std::function<core::Result<std::shared_ptr<GpuTiming>>()> startTiming;
};

}  // namespace shardscope::profiler
