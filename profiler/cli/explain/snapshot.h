#pragma once
// What every rank holds at one instant, shard by shard: read off a World. Values.

#include <cstdint>
#include <vector>

#include "profiler/cli/explain/world.h"

namespace shardscope::explain {

/// What one storage of a gradient holds of a shard.
enum class Holding : uint8_t {
    None,    ///< not allocated: not born yet, or freed
    Empty,   ///< allocated, nothing in it
    Local,   ///< this rank's own gradient, unreduced
    Summed,  ///< over all ranks
    Dead,    ///< allocated, and no action of the step reads it again
};

struct GradientCell {
    Holding full = Holding::None;   ///< in the full-size bucket
    Holding shard = Holding::None;  ///< in the rank's reduced shard
    bool incoming = false;          ///< a reduced part on its way into the shard is allocated
    bool moving = false;            ///< a collective that may run now reads it

    bool operator==(const GradientCell&) const = default;
};

enum class ParameterState : uint8_t {
    Absent,
    Ready,    ///< what every rank agrees on
    Updated,  ///< by this step's update, with the sum of all gradients
    Stale,    ///< some rank has a newer one
    Wrong,    ///< updated from gradients that are not the sum over all ranks
};

struct ParameterCell {
    ParameterState state = ParameterState::Absent;
    bool moving = false;  ///< a gather that may run now brings it

    bool operator==(const ParameterCell&) const = default;
};

enum class OptimizerCell : uint8_t { Absent, Kept, Updated };

/// One rank's part of a bucket; every list is by shard owner.
struct BucketCells {
    std::vector<ParameterCell> parameters;
    std::vector<GradientCell> gradients;
    std::vector<OptimizerCell> optimizer;

    bool operator==(const BucketCells&) const = default;
};

using RankCells = std::vector<BucketCells>;  ///< by bucket, in launch order

struct Snapshot {
    std::vector<RankCells> ranks;

    bool operator==(const Snapshot&) const = default;
};

Snapshot snapshotOf(const World& world);

/// Gradient memory of the rank with most, in shards: a full bucket is as many as there are ranks.
struct HeldShards {
    int held = 0, dead = 0;
    int toCome = 0;  ///< room for a sum that has not arrived

    bool operator==(const HeldShards&) const = default;
};
HeldShards heldBy(const RankCells& rank);
HeldShards mostHeld(const Snapshot& snapshot);
/// Buckets whose full-size gradient is allocated on @p rank.
int fullBuckets(const RankCells& rank);

}  // namespace shardscope::explain
