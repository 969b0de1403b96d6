#pragma once
// A recording's rows without a file, in the proportions of a measured recording of four ranks (20,327
// events: 11.7 % operations, 0.9 % collectives, 0.8 % stalls, 19.1 % pool calls, 8.4 % of gradients,
// parameters and marks; the rest, mostly counters, makes no rows).

#include <cstdint>
#include <vector>

#include "gui/model/loaded.h"

namespace shardscope::bench {

/// Panels of one recording of @p events events and as many ranks, each of which shows another rank:
/// what is in sight is in other memory for each.
std::vector<gui::LoadedPtr> panelsOf(int64_t events, int panels);

}  // namespace shardscope::bench
