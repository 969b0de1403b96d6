#pragma once
// What a collective takes from computation while both run: multiprocessors for its channels, and memory
// bandwidth for what passes through. Pure.

#include "core/sim/cost_model.h"
#include "core/sim/hardware.h"

namespace shardscope::core {

/// @param busGBps what the collective moves; @param us how long it takes.
CollectiveCost contended(const Hardware& hardware, CollectiveKind kind, double busGBps, double us);

}  // namespace shardscope::core
