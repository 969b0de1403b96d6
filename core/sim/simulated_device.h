#pragma once
// A device without arithmetic and without memory: virtual clocks a stream, advanced by costs.
//
// The interpreter, the pool and the observer are the same as on the host, so allocations and the order
// of work are facts; only durations are made up. Ranks are alike: a collective starts when this rank
// arrives.

#include <memory>

#include "core/engine/device.h"

namespace shardscope::core {

/// Costs of a made-up machine. Nanoseconds; per-byte and per-FLOP costs as reciprocals.
struct UnitCosts {
    int64_t hostCallNs = 100;     ///< the host issues one action
    int64_t launchNs = 1000;      ///< least duration of an operation
    int64_t flopsPerNs = 1000;    ///< 1 TFLOP/s
    int64_t collectiveNs = 2000;  ///< least duration of a collective
    int64_t wireBytesPerNs = 10;  ///< 10 GB/s, times the ring factor of the collective
};

int64_t durationOf(const UnitCosts& costs, const Operation& operation);
/// Source of the ring factors: nccl-tests' PERFORMANCE.md.
int64_t durationOf(const UnitCosts& costs, const CollectiveCall& call, int ranks);

/// @param context and @p observer (may be null) are borrowed.
std::unique_ptr<Device> makeSimulatedDevice(const RunContext& context, Observer* observer,
                                            UnitCosts costs = {});

/// Communicators of simulated ranks: they have a rank and a world size, and nothing to exchange.
std::vector<std::unique_ptr<Communicator>> makeSimulatedCommunicators(int ranks);

}  // namespace shardscope::core
