#pragma once
// Questions about a snapshot, and about the change from one to the next; what captions are made of.

#include <vector>

#include "profiler/cli/explain/snapshot.h"

namespace shardscope::explain {

using Buckets = std::vector<core::BucketId>;

/// Whether @p test holds of every (cell, is it the rank's own shard) of gradients or parameters.
template <class Pick, class Test>
bool everyCell(const Snapshot& snapshot, Pick&& pick, Test&& test) {
    for (size_t r = 0; r < snapshot.ranks.size(); ++r) {
        for (const BucketCells& bucket : snapshot.ranks[r]) {
            const auto& cells = pick(bucket);
            for (size_t owner = 0; owner < cells.size(); ++owner) {
                if (!test(cells[owner], owner == r)) return false;
            }
        }
    }
    return true;
}

/// Every parameter, on every rank.
bool allParameters(const Snapshot& snapshot, ParameterState state);
bool anyParameter(const Snapshot& snapshot, ParameterState state);
bool anyParameterOf(const Snapshot& snapshot, core::BucketId bucket, ParameterState state);
/// Whether a rank has optimizer state of a shard that is not its own.
bool replicatesOptimizer(const Snapshot& snapshot);
/// Whether each rank has the sum over all ranks of its own shards; of all shards.
bool ownShardsSummed(const Snapshot& snapshot);
bool allShardsSummed(const Snapshot& snapshot);
bool anyGradient(const Snapshot& snapshot);

/// Buckets of which some rank has such a cell.
Buckets movingGradients(const Snapshot& snapshot);
Buckets movingParameters(const Snapshot& snapshot);
Buckets deadGradients(const Snapshot& snapshot);
/// Buckets whose full-size gradient every rank has summed.
Buckets summedWhole(const Snapshot& snapshot);
/// Buckets whose full-size gradient is allocated; whose parameters are all here.
Buckets fullGradients(const Snapshot& snapshot);
Buckets wholeParameters(const Snapshot& snapshot);
/// Those of @p a that are not in @p b.
Buckets without(const Buckets& a, const Buckets& b);

}  // namespace shardscope::explain
