#pragma once
// What a collective and computation take from each other while both run. A collective's channels keep the
// multiprocessors that they have got, so that computation has fewer; what passes through wants memory
// bandwidth, as computation does (together() in cost_model.h). Pure.
// Source: shared compute units and shared HBM are what slows both (arXiv 2412.14335).

#include "core/sim/cost_model.h"
#include "core/sim/hardware.h"

namespace shardscope::core {

/// @param busGBps what the collective moves; @param us how long it takes; @param channelShare
/// of a node's channels, how many it has: each keeps its part of the multiprocessors.
CollectiveCost contended(const Hardware& hardware, CollectiveKind kind, double busGBps, double us,
                         double channelShare);

}  // namespace shardscope::core
