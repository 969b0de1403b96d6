#pragma once
// Buffers from allocate to free, by the host's clock and by the device's.
//
// On the device a buffer lives from the first work that touches it until it is *released*: the end
// of the last work that touches it, and, when its home stream then waited for that work on another
// stream, not before the home stream had come to the wait: max(reduced, end of the home stream's
// last operation before its wait). The free after an optimizer's update has no wait after the last
// use: the buffer is released when the update has read it. The host's times are those of its calls,
// which may be far ahead of the device's.

#include <optional>
#include <vector>

#include "profiler/recorder_join.h"

namespace shardscope::profiler {

struct BufferLife {
    core::BufferId buffer;
    core::BucketId bucket;
    core::Category category = core::Category::Workspace;
    int64_t bytes = 0;
    PlanOrder born;
    std::optional<PlanOrder> freed;  ///< none: still allocated at the end of what was recorded
    int64_t allocatedNs = 0;         ///< the host's call
    int64_t freedNs = 0;             ///< the host's call; the last known time when not freed
    const SeenOnStream* firstUse = nullptr;  ///< first work that touches it, on any stream
    const SeenOnStream* lastUse = nullptr;   ///< last work that touches it before the free
    int64_t bornNs = 0;                      ///< device; the host's when nothing touched it
    int64_t releasedNs = 0;                  ///< device

    bool covers(PlanOrder order) const { return born < order && (!freed || order < *freed); }
};

struct BufferLives {
    std::vector<BufferLife> all;  ///< in order of birth
    Unpaired unpaired;            ///< frees without an allocate, step buffers never freed
};

/// Lives of the buffers that belong to a bucket; @p joined must outlive them.
BufferLives bufferLives(const Joined& joined);

}  // namespace shardscope::profiler
