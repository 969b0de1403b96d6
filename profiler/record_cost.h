#pragma once
// What watching costs, measured beside what is watched.

namespace shardscope::profiler {

/// Nanoseconds that keeping one record takes on this machine: two readings of the host's clock and the
/// record itself, the median of several batches. Takes a few milliseconds. Any thread; errors: none.
double recordCostNs();

}  // namespace shardscope::profiler
