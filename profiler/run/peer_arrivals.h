#pragma once
// Which part of a collective's time was waiting for peers, where ranks meet inside the kernel.

#include <vector>

#include "profiler/run/gather.h"

namespace shardscope::profiler {

/// A kernel of NCCL starts when its own rank is there and moves data once all are. Each collective of
/// @p ranks (all ranks' records, on clocks that their offsets align) is made to start when the last rank
/// entered it; before that, a rank waits. Nothing is changed when the ranks' records are not of the same
/// collectives, as after a failure.
void alignArrivals(std::vector<RecordedRank>& ranks);

}  // namespace shardscope::profiler
