#pragma once
// The angles of the rotary position embedding. Pure; any thread.

#include <cstdint>
#include <vector>

#include "core/model/workload.h"

namespace shardscope::core {

/// By how much each pair of columns of a head turns from one token to the next, in radians:
/// theta^(-2i/columns), stretched by @p scaling. @param columns of a head, even.
/// @return [columns / 2]. Source: arXiv 2104.09864, section 3.2; the stretch: workload.h.
std::vector<double> inverseFrequencies(int64_t columns, double theta, const RopeScaling& scaling);

}  // namespace shardscope::core
