#pragma once
// Times from CUDA events, for where CUPTI cannot be used and `--timing events` was asked for: one event
// before and one after each action's work. Two events cost a few microseconds of the stream.

#include <array>
#include <memory>

#include "core/engine/activity_tags.h"
#include "gpu/handles.h"

namespace shardscope::gpu {

/// @param streams of the rank's device, by StreamId; borrowed. Times are on the host's clock, as far off
/// as one event's way to the host takes.
std::unique_ptr<core::ActivityTags> makeEventTiming(
    const std::array<cudaStream_t, core::kStreams>& streams);

/// Brackets nothing and reports nothing; its clock is the host's.
std::unique_ptr<core::ActivityTags> makeNoTiming();

}  // namespace shardscope::gpu
