#pragma once
// The CPU as a device: FIFO streams are worker threads, events are counters they wait for, memory is
// pages. Overlap, and ordering bugs, exist on a laptop too.

#include <functional>
#include <memory>

#include "core/engine/communicator.h"
#include "core/engine/device.h"

namespace shardscope::core {

/// Nanoseconds of CLOCK_MONOTONIC; the clock of every host device of this machine.
int64_t hostNowNs();

/// Fault drills and tests: called on the stream's thread before each piece of work.
using StreamDelay = std::function<void(StreamId, ActionRef)>;

/// @param context, @p communicator and @p observer (may be null) are borrowed.
std::unique_ptr<Device> makeHostDevice(const RunContext& context, Communicator& communicator,
                                       Observer* observer, StreamDelay delay = {});

}  // namespace shardscope::core
