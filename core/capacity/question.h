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
    std::vector<Attention> attentions;  ///< empty: the workload's
    std::vector<int> shardGroups;       ///< empty: each strategy's own; 0 = all ranks
    /// Strategies by stage, as "--stage 0,1,2,3" makes them with everything else as it was asked:
    /// what a change of stage comes to. Empty: the presets.
    std::vector<Strategy> stages;
    bool byName =
        false;  ///< strategies were asked for by --strategy, which --stage is refused beside
    PoolPolicy policy = PoolPolicy::Expandable;
    int64_t budgetBytes = 0;  ///< a rank's reserved bytes; 0 = none asked for
    /// Ranks are threads of one machine: they share budgetBytes, and its time.
    bool oneMachine = false;
    int gpusPerNode = 0;  ///< ranks are up to it or multiples of it; 0 = any number

    /// What each of @p rankCount ranks may reserve; 0 = no limit.
    int64_t budgetOf(int rankCount) const;
};

struct PlanRow {
    Configuration at;
    std::optional<Evaluation> result;
    std::string reason;  ///< why there is no result

    /// The least limit under which the row can run, where that was worked out (findLimits, or where it
    /// decides); else what it reserves without a limit. 0 without a result.
    int64_t neededBytes() const;
};

/// What of its budget @p row leaves free; negative where it does not fit.
inline int64_t marginOf(const PlanQuestion& question, const PlanRow& row) {
    return question.budgetOf(row.at.ranks) - row.neededBytes();
}

/// "" or why @p ranks do not fill their nodes.
std::string partlyFilled(int gpusPerNode, int ranks);
/// G of @p at under @p question's global batch, or nullopt when it is no whole number.
std::optional<int> gradAccumFor(int64_t globalBatch, int64_t microBatch, int ranks);

/// The cross product: ranks, micro-batch, checkpointing, attention, G, strategy, shard group, bucket,
/// in-flight, the last one fastest. Rows that cannot be have their reason and no result.
std::vector<PlanRow> rowsOf(const PlanQuestion& question);

/// Numbers of ranks above @p from's that fill their nodes (a part of one evenly; without nodes, multiples
/// of @p from's), hold whole shard groups and divide the global batch. Ascending, up to 65,536, or 512
/// where ranks have to be planned one by one. Where ranks share one machine each of them takes from the
/// others: then the numbers below @p from's, descending.
std::vector<int> otherRanks(const PlanQuestion& question, const Configuration& from);

/// What would make rows possible that no G can give the global batch to, or that fill no nodes.
struct Possible {
    std::vector<int> ranks;  ///< nearest to those asked for, with the micro-batches asked for
    std::vector<int64_t> globalBatches;  ///< nearest to the one asked for, with the ranks asked for
};
/// @return empty lists when @p question has rows that can be, or other reasons why not.
Possible nearestPossible(const PlanQuestion& question);

}  // namespace shardscope::core
