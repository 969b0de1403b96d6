#pragma once
// How an asynchronous device's work finds its way back to the plan's actions. The device brackets
// everything that it enqueues for an action; an implementation learns from the GPU when that work ran
// and tells the Observer afterwards, when the streams are empty.
//
// One object a rank; its interpreter thread alone calls it. Implementations: CUPTI activity records,
// joined by external correlation (profiler/cupti), CUDA events (gpu/), or none.

#include <cstdint>

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/engine/observer.h"

namespace shardscope::core {

/// What kind of action a bracket holds. Records, waits and marks launch no kernel: their times follow
/// from the kernels around them (core/engine/activity_timeline.h).
enum class ActivityKind : uint8_t { Compute, Communicate, Record, Wait, Stamp };

/// One action as it was enqueued.
struct Activity {
    ActionRef ref;
    StreamId stream;
    ActivityKind kind = ActivityKind::Compute;
    EventId event;  ///< Record, Wait
};

class ActivityTags {
  public:
    virtual ~ActivityTags() = default;

    /// The calls that follow, until end(), are this action's. Brackets do not nest.
    virtual void begin(const Activity& activity) = 0;
    virtual void end() = 0;
    /// Reports everything since the last call: onOperation, onCollective, onWait and onMark, each
    /// stream's in order. Called by Device::synchronize() when the rank's streams are empty.
    /// Errors: Failed when the GPU's records cannot be read.
    virtual Result<void> deliver(Observer& observer) = 0;
    /// Now, on the clock of the times that deliver() reports; nanoseconds.
    virtual int64_t nowNs() = 0;
};

}  // namespace shardscope::core
