#pragma once
// One point of a sweep: what a plan may choose. Everything else is the workload's.

#include <cstdint>
#include <optional>

#include "core/model/workload.h"
#include "core/plan/strategy.h"

namespace shardscope::core {

struct Configuration {
    Strategy strategy;       ///< bucket, in-flight and overlap included
    int ranks = 1;           ///< N
    int64_t microBatch = 1;  ///< sequences a rank and micro-batch
    int gradAccum = 1;       ///< G
    Checkpointing checkpointing = Checkpointing::None;
    std::optional<Attention> attention{};  ///< nothing: the workload's

    /// Sequences a step over all ranks.
    int64_t globalBatch() const { return microBatch * gradAccum * ranks; }
    /// Ranks that share one set of shards.
    int shards() const { return strategy.shardGroup > 0 ? strategy.shardGroup : ranks; }
    bool operator==(const Configuration&) const = default;
};

/// @p base with what @p configuration chooses.
inline Workload workloadOf(Workload base, const Configuration& configuration) {
    base.microBatch = configuration.microBatch;
    base.gradAccum = configuration.gradAccum;
    base.checkpointing = configuration.checkpointing;
    base.attention = configuration.attention.value_or(base.attention);
    return base;
}

/// The paper's stage that shards what @p strategy does: 3 parameters too, 2 gradients, 1 the optimizer
/// alone, 0 nothing. Unlike stageOf() it has an answer for what real systems do.
inline int likeStage(const Strategy& strategy) {
    if (strategy.parameters != ParameterStorage::Replicated) return 3;
    if (strategy.storage == FullGradientStorage::FreedPerBucket) return 2;
    return strategy.optimizer == OptimizerSharding::Sharded ? 1 : 0;
}

}  // namespace shardscope::core
