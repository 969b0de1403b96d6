#pragma once
// Costs that do not depend on sizes: handing work to a stream, and taking turns on a core.

namespace shardscope::profiler {

struct FixedCosts {
    double launchUs = 0;  ///< the host hands an operation to a stream
    double eventUs = 0;   ///< it records an event or makes a stream wait
};

/// A busy stream of a host device takes some thousands of each.
FixedCosts measureFixedCosts();

/// How much longer than its share work takes when twice @p cores threads do it, at least 1.
/// @param seconds roughly how long to measure.
double measureSharing(int cores, double seconds);

}  // namespace shardscope::profiler
