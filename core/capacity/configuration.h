#pragma once
// One point of a sweep: what a plan may choose. Everything else is the workload's.

#include <cstdint>

#include "core/model/workload.h"
#include "core/plan/strategy.h"

namespace shardscope::core {

struct Configuration {
    Strategy strategy;       ///< bucket, in-flight and overlap included
    int ranks = 1;           ///< N
    int64_t microBatch = 1;  ///< sequences a rank and micro-batch
    int gradAccum = 1;       ///< G
    Checkpointing checkpointing = Checkpointing::None;

    /// Sequences a step over all ranks.
    int64_t globalBatch() const { return microBatch * gradAccum * ranks; }
    bool operator==(const Configuration&) const = default;
};

/// @p base with what @p configuration chooses.
inline Workload workloadOf(Workload base, const Configuration& configuration) {
    base.microBatch = configuration.microBatch;
    base.gradAccum = configuration.gradAccum;
    base.checkpointing = configuration.checkpointing;
    return base;
}

}  // namespace shardscope::core
