#pragma once
// What a build with gpu/ puts at a run's disposal: the GPUs, and what times their work. The command's main
// program fills it; a build without gpu/ leaves it empty.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/engine/accelerator.h"

namespace shardscope::profiler {

/// What the recording of one rank's device times lost.
struct TimingLosses {
    int64_t dropped = 0;  ///< records of the whole process that the GPU's profiler had no room for
    int64_t unmatched = 0;  ///< records without an action, and actions without the records they had
    int64_t clockResidualNs = 0;
};

/// Times the work of every rank of this process. Main thread; what makeTags() gives is each rank's.
class GpuTiming {
  public:
    virtual ~GpuTiming() = default;
    virtual std::unique_ptr<core::ActivityTags> makeTags() = 0;
    /// @param tags made by makeTags(), and alive.
    virtual TimingLosses lossesOf(const core::ActivityTags& tags) const = 0;
    /// Device memory that the recording itself takes, to be subtracted from what is in use; bytes.
    virtual int64_t ownDeviceBytes() const = 0;
};

struct GpuBackend {
    core::OpenAccelerator open;
    /// Starts recording, before the first use of a GPU. Errors: Failed with who records already, or what
    /// is missing, and what to do about it.
    std::function<core::Result<std::shared_ptr<GpuTiming>>()> startTiming;
    /// Adds NVTX ranges to a rank's tags where a tool takes them.
    std::function<std::unique_ptr<core::ActivityTags>(std::unique_ptr<core::ActivityTags>,
                                                      const core::RunContext&)>
        withRanges;
};

}  // namespace shardscope::profiler
