#pragma once
// One rank's steps on simulated hardware, in numbers: what a planner and a test ask for. No recording.

#include "core/engine/memory_pool.h"
#include "core/plan/planner.h"
#include "core/sim/simulated_device.h"
#include "core/sim/stragglers.h"

namespace shardscope::core {

/// Where a steady step's time goes, nanoseconds, and what the pool holds at most, bytes.
struct SimulatedStep {
    int64_t stepNs = 0;
    int64_t computeNs = 0;        ///< operations of the compute stream
    int64_t communicationNs = 0;  ///< transfers
    int64_t exposedNs = 0;        ///< of them, while no operation of the compute stream ran
    int64_t waitingNs = 0;        ///< collectives waiting for slower ranks
    int64_t livePeakBytes = 0;    ///< requested
    int64_t reservedPeakBytes = 0;
    int64_t collectives = 0;
    int64_t tailNs = 0;         ///< from the end of backward until the last gradient is reduced
    int64_t gradientBytes = 0;  ///< the most that full gradients and staging copies hold at once
};

struct SimulationOptions {
    std::shared_ptr<const CostModel> costs;
    PoolPolicy policy = PoolPolicy::Expandable;
    int64_t memoryLimit = 0;
    int warmUpSteps = 1;  ///< before the step that is measured
};

/// Set-up and steps of rank 0; all ranks alike. Errors: InvalidInput of planning; OutOfMemory under a
/// limit.
Result<SimulatedStep> simulateStep(const Problem& problem, const SimulationOptions& options);

}  // namespace shardscope::core
