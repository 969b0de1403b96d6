#pragma once
// What a plan is asked: lists of choices, and the memory there is. Its rows are their cross product.

#include <optional>
#include <string>
#include <vector>

#include "core/capacity/configuration.h"
#include "core/capacity/evaluator.h"

namespace shardscope::core {

struct PlanQuestion {
    Workload base;  ///< microBatch and gradAccum are overridden
    std::vector<Strategy> strategies;
    std::vector<int> ranks{4};
    std::vector<int64_t> microBatches{1};
    std::vector<int> gradAccums{1};      ///< not looked at when a global batch is given
    std::optional<int64_t> globalBatch;  ///< fixes G = global batch / (micro-batch x ranks)
    std::vector<BucketSize> buckets;     ///< empty: each strategy's own
    std::vector<int> inFlights{2};
    std::vector<Checkpointing> checkpointings{Checkpointing::None};
    PoolPolicy policy = PoolPolicy::Expandable;
    int64_t budgetBytes = 0;  ///< a rank's reserved bytes; 0 = none asked for
    int gpusPerNode = 0;      ///< ranks are up to it or multiples of it; 0 = any number
};

struct PlanRow {
    Configuration at;
    std::optional<Evaluation> result;
    std::string reason;  ///< why there is no result

    /// What the budget is held against: reserved bytes without a limit, or the smallest limit where
    /// the row fits only by giving back what is free. 0 without a result.
    int64_t neededBytes() const;
};

/// "" or why @p ranks do not fill their nodes.
std::string partlyFilled(int gpusPerNode, int ranks);
/// G of @p at under @p question's global batch, or nullopt when it is no whole number.
std::optional<int> gradAccumFor(int64_t globalBatch, int64_t microBatch, int ranks);

/// The cross product: ranks, micro-batch, checkpointing, G, strategy, bucket, in-flight, the last one
/// fastest. Rows
/// that cannot be have their reason and no result.
std::vector<PlanRow> rowsOf(const PlanQuestion& question);

}  // namespace shardscope::core
