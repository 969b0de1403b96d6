#pragma once
// A communicator as the hardware schema has one: time = latency + bytes on the wire / bandwidth of the link.
// Pure.

#include <span>

#include "profiler/calibrate/gpu/gpu_sweep.h"

namespace shardscope::profiler {

struct LinkFit {
    double linkGBps = 0;      ///< bus bandwidth of the largest reduce-scatter and all-gather
    double largestBytes = 0;  ///< of the arrays that say it
    double latencyUs = 0;     ///< of what the link explains the rest
    double smallestUs = 0;    ///< an all-reduce of 64 bytes
};

/// @param ranks more than one. Source of the bus bandwidth: nccl-tests, PERFORMANCE.md.
LinkFit fitLink(std::span<const TimedCollective> collectives, int ranks);

}  // namespace shardscope::profiler
