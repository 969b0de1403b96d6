#pragma once
// What the GPU's records say, freed from CUPTI's versioned structs. Values.

#include <cstdint>
#include <vector>

namespace shardscope::profiler::cupti {

enum class WorkKind : uint8_t { Kernel, Copy, Set };

/// A kernel, a copy or a memset as it ran.
struct GpuWork {
    WorkKind kind = WorkKind::Kernel;
    uint32_t correlation = 0;       ///< of the API call that launched it; 32 bits, wraps
    uint32_t outerCorrelation = 0;  ///< of the runtime call around a driver call; 0 = none
    uint32_t device = 0;
    uint32_t stream = 0;
    int64_t startNs = 0;  ///< CUPTI's clock; 0 together with endNs when it was never stamped
    int64_t endNs = 0;
    int64_t bytes = 0;           ///< of copies and sets
    const char* name = nullptr;  ///< of a kernel; CUPTI keeps it for the life of the process

    bool stamped() const { return startNs != 0 && endNs != 0; }
};

/// The host stood still for the GPU in an API call.
struct HostWait {
    enum class For : uint8_t { Stream, Event, Device };
    For what = For::Stream;
    uint32_t correlation = 0;
    uint32_t stream = 0;  ///< of For::Stream
    int64_t startNs = 0;  ///< CUPTI's clock
    int64_t endNs = 0;
};

/// An API call that was made while a tag of ours was on its thread.
struct TaggedCall {
    uint64_t tag = 0;
    uint32_t correlation = 0;
};

/// Device memory that was taken or given back, as the driver saw it.
struct MemoryEvent {
    uint32_t device = 0;
    int64_t bytes = 0;  ///< negative when given back
    int64_t timeNs = 0;
};

/// The content of some buffers.
struct ActivityBatch {
    std::vector<GpuWork> work;
    std::vector<TaggedCall> calls;
    std::vector<MemoryEvent> memory;
    std::vector<HostWait> waits;
    int64_t apiRecords = 0;
    int64_t unknown = 0;  ///< kinds that we did not ask for
    int64_t broken = 0;   ///< buffers with a record that CUPTI itself could not read

    bool empty() const { return work.empty() && calls.empty() && memory.empty() && waits.empty(); }
};

}  // namespace shardscope::profiler::cupti
