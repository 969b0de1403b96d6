#pragma once
// A device without arithmetic and without memory: virtual clocks a stream, advanced by a cost model.
//
// The interpreter, the pool and the observer are the same as on the host, so allocations and the order
// of work are facts; only durations are made up. Where ranks are alike a collective starts when this
// rank arrives; with stragglers, when the slowest does (stragglers.h).
// An operation and a collective that run at the same time slow each other. What will be issued later is
// part of that, so the device places work when the host waits for it (stream_clocks.h), and reports it
// then.

#include <memory>
#include <span>
#include <vector>

#include "core/engine/device.h"
#include "core/sim/cost_model.h"
#include "core/sim/unit_costs.h"

namespace shardscope::core {

/// What the simulated ranks of one run share, and what is known of them afterwards. One thread.
struct SimulatedWorld {
    std::shared_ptr<const CostModel> costs = std::make_shared<UnitCostModel>();
    /// Factor on each rank's computation, from 1 on; empty where all are alike.
    std::vector<double> slowdowns;
    Rank slowest;  ///< the last to arrive at every collective; simulated before the others
    std::vector<int64_t> slowestStartsNs;  ///< when it did, by order of issue
    int64_t peakReservedBytes = 0;         ///< mapped by the pool of the rank that mapped most
};

/// @param context and @p observer (may be null) are borrowed; @p world is shared by a run's ranks.
std::unique_ptr<Device> makeSimulatedDevice(const RunContext& context, Observer* observer,
                                            std::shared_ptr<SimulatedWorld> world);
/// At unit costs, alone.
std::unique_ptr<Device> makeSimulatedDevice(const RunContext& context, Observer* observer);

/// Communicators of simulated ranks: they have a rank and a world size, and nothing to exchange.
std::vector<std::unique_ptr<Communicator>> makeSimulatedCommunicators(int ranks);
/// Of some of them.
std::vector<std::unique_ptr<Communicator>> makeSimulatedCommunicators(int ranks,
                                                                      std::span<const Rank> some);

}  // namespace shardscope::core
