#pragma once
// NVTX ranges for what a rank enqueues, so that Nsight Systems and others show phases, buckets and
// collectives beside the kernels. Costs nothing when no tool is attached: then there are no ranges at all.
//
// Domain "shardscope". On the rank's thread: one range a phase and micro-batch ("backward 0", "optimizer"),
// inside it one an action, under the plan's name ("reduce B3"). Category: the phase. Payload of a
// collective: bytes of the whole array; of other actions: the bucket's index, when they are about one.

#include <memory>

#include "core/engine/activity_tags.h"
#include "core/engine/device.h"

namespace shardscope::profiler::nvtx {

/// Whether a tool takes this process's ranges.
bool toolAttached();

/// @p tags with ranges around what it brackets; @p tags itself when no tool is attached.
/// @param context of the rank; its problem is read now and not kept.
std::unique_ptr<core::ActivityTags> withRanges(std::unique_ptr<core::ActivityTags> tags,
                                               const core::RunContext& context);

}  // namespace shardscope::profiler::nvtx
