#include "profiler/cli/explain/observation.h"

#include <algorithm>

namespace shardscope::explain {

namespace {

const auto kGradients = [](const BucketCells& b) -> const auto& { return b.gradients; };
const auto kParameters = [](const BucketCells& b) -> const auto& { return b.parameters; };
const auto kOptimizer = [](const BucketCells& b) -> const auto& { return b.optimizer; };

/// Buckets of which some rank passes @p test.
template <class Test>
Buckets bucketsWhere(const Snapshot& snapshot, Test&& test) {
    Buckets buckets;
    for (size_t b = 0; b < snapshot.ranks.front().size(); ++b) {
        if (std::ranges::any_of(snapshot.ranks,
                                [&](const RankCells& rank) { return test(rank[b]); })) {
            buckets.push_back(core::BucketId{static_cast<int32_t>(b)});
        }
    }
    return buckets;
}

bool isSummed(const GradientCell& cell) {
    return cell.full == Holding::Summed || cell.shard == Holding::Summed;
}

}  // namespace

bool allParameters(const Snapshot& snapshot, ParameterState state) {
    return everyCell(snapshot, kParameters,
                     [&](const ParameterCell& cell, bool) { return cell.state == state; });
}

bool anyParameter(const Snapshot& snapshot, ParameterState state) {
    return !everyCell(snapshot, kParameters,
                      [&](const ParameterCell& cell, bool) { return cell.state != state; });
}

bool anyParameterOf(const Snapshot& snapshot, core::BucketId bucket, ParameterState state) {
    return std::ranges::any_of(snapshot.ranks, [&](const RankCells& rank) {
        return std::ranges::count(rank[bucket.index()].parameters, state, &ParameterCell::state) >
               0;
    });
}

bool replicatesOptimizer(const Snapshot& snapshot) {
    return everyCell(snapshot, kOptimizer,
                     [](OptimizerCell cell, bool) { return cell != OptimizerCell::Absent; });
}

bool ownShardsSummed(const Snapshot& snapshot) {
    return everyCell(snapshot, kGradients,
                     [](const GradientCell& cell, bool own) { return !own || isSummed(cell); });
}

bool allShardsSummed(const Snapshot& snapshot) {
    return everyCell(snapshot, kGradients,
                     [](const GradientCell& cell, bool) { return isSummed(cell); });
}

bool anyGradient(const Snapshot& snapshot) { return mostHeld(snapshot).held > 0; }

Buckets movingGradients(const Snapshot& snapshot) {
    return bucketsWhere(snapshot, [](const BucketCells& b) {
        return std::ranges::count(b.gradients, true, &GradientCell::moving) > 0;
    });
}

Buckets movingParameters(const Snapshot& snapshot) {
    return bucketsWhere(snapshot, [](const BucketCells& b) {
        return std::ranges::count(b.parameters, true, &ParameterCell::moving) > 0;
    });
}

Buckets deadGradients(const Snapshot& snapshot) {
    return bucketsWhere(snapshot, [](const BucketCells& b) {
        return std::ranges::count(b.gradients, Holding::Dead, &GradientCell::full) > 0;
    });
}

Buckets summedWhole(const Snapshot& snapshot) {
    return bucketsWhere(snapshot, [](const BucketCells& b) {
        return std::ranges::all_of(
            b.gradients, [](const GradientCell& cell) { return cell.full == Holding::Summed; });
    });
}

Buckets fullGradients(const Snapshot& snapshot) {
    return bucketsWhere(snapshot, [](const BucketCells& b) {
        return std::ranges::all_of(
            b.gradients, [](const GradientCell& cell) { return cell.full != Holding::None; });
    });
}

Buckets wholeParameters(const Snapshot& snapshot) {
    return bucketsWhere(snapshot, [](const BucketCells& b) {
        return std::ranges::count(b.parameters, ParameterState::Absent, &ParameterCell::state) == 0;
    });
}

Buckets without(const Buckets& a, const Buckets& b) {
    Buckets rest;
    std::ranges::copy_if(a, std::back_inserter(rest),
                         [&](core::BucketId id) { return std::ranges::count(b, id) == 0; });
    return rest;
}

}  // namespace shardscope::explain
