#pragma once
// Where everything of one rank lives: the buffers and tensors that set-up and steps share. Internal to
// plan/: a strategy's storage rules are here, its order of events is in micro_batch and epilogue.

#include <vector>

#include "core/plan/axes.h"
#include "core/plan/planner.h"
#include "core/shard/ownership.h"

namespace shardscope::core {

/// A range of a bucket that this rank updates, with its views; those that the strategy lacks are
/// invalid.
struct OwnedPiece {
    Range range;  ///< of the bucket, in elements
    TensorId weights, master, momentum, variance;
    TensorId reduced;  ///< where the sum over ranks ends up; what the norm reads
    TensorId flat;     ///< its part of the flattened shard, during the step
    TensorId fp32;     ///< its part of the fp32 copy, during the step
    TensorId update;   ///< what the optimizer reads
};

/// What one gradient collective leaves to this rank. An even split has one a bucket or one a parameter.
struct ReducedPart {
    TensorId wholeFull, wholeStaging;  ///< even split: the array that a reduce-scatter cuts
    TensorId inFull, inStaging;        ///< this rank's part of it
    TensorId reduced;                  ///< where it ends up
    TensorId incoming;                 ///< where it arrives, when it is added or converted first
    int64_t realElements = 0;          ///< of the whole
    std::string name;
};

/// Weights that one all-gather completes from equal parts.
struct GatheredPart {
    TensorId whole, own;
    int64_t realElements = 0;
    std::string name;
};

/// A slice with one owner, for collectives that have a root.
struct RootedSlice {
    Rank owner;
    TensorId weights, inFull, inStaging;
    int64_t realElements = 0;
    std::string name;
};

/// A parameter in an array where each rank's parts are neighbours: its first part, and its own place.
struct PackedParameter {
    TensorId packed, place;
    int64_t elements = 0;  ///< real ones
    int64_t columns = 0;   ///< of one rank's part
    int64_t stride = 0;    ///< from one rank's part to the next one's
};

/// A parameter's gradient outside the bucket.
struct ParameterGradient {
    ParameterId parameter;
    BufferId buffer;
    TensorId own;       ///< what backward writes
    TensorId inBucket;  ///< where it is copied
    PackedParameter packed;
    Range range;  ///< of the bucket
};

/// Which backward nodes write a parameter's gradient; -1 = none does.
struct GradientWrites {
    int first = -1, last = -1;
};

/// The tensors and buffers of one bucket, as far as the strategy has them (else invalid ids).
struct BucketLayout {
    BufferId weights;    ///< outlives a step; none where all buckets share one
    BufferId gathered;   ///< the whole bucket's weights, while gathered
    BufferId packed;     ///< packed by rank: what an all-gather fills, until it is unpacked
    BufferId gradients;  ///< full-size; none where buckets take turns
    BufferId staging;    ///< what is sent, when that is not the bucket itself
    BufferId shard;      ///< this rank's reduced gradient
    BufferId incoming;   ///< what a reduce-scatter leaves before it is added or converted

    TensorId allWeights;    ///< [E] working weights, whole
    TensorId fullGradient;  ///< [E]
    TensorId wholeStaging;  ///< [E]
    std::vector<OwnedPiece> own;
    std::vector<ReducedPart> reducedParts;
    std::vector<GatheredPart> gatheredParts;
    std::vector<std::pair<TensorId, TensorId>> castParts;  ///< master shard → what a gather sends
    std::vector<PackedParameter> unpacking;
    std::vector<RootedSlice> slices;
    std::vector<ParameterGradient> parameterGradients;
    std::vector<TensorId> rankSlices;  ///< replicated optimizer: [E/N] of each rank, for the norm
    std::vector<TensorId> padding;     ///< of fullGradient: what holds no gradient
    std::vector<TensorId> dead;        ///< of fullGradient, after a reduce-scatter: what others own
    bool direct = false;               ///< too large for the ring: reduced where backward wrote it
    bool convertsIncoming = false;     ///< what arrives has another type than the shard
    std::vector<BufferId> lateStates;  ///< optimizer state that the first update allocates
    int ringSlot = -1;                 ///< which of the ring's buffers it takes
};

struct RankLayout {
    Layout layout;
    std::vector<BucketLayout> buckets;
    std::vector<BufferId> persistent;  ///< what set-up allocates, in order
    std::vector<BufferId> ring;        ///< buckets take turns in these
    BufferId flat, fp32;               ///< flattened and fp32 gradients of the step
    BufferId scalarBuffer;
    TensorId ownFlatWeights, allFlatWeights;  ///< one all-gather for all buckets
    TensorId losses, partials, rankSums, scalars;
    int64_t partialCount = 1;      ///< norm partials a slot
    int64_t rankSlots = 1;         ///< norms are summed over this many slots
    std::vector<BufferId> values;  ///< by graph tensor; invalid for weights, gradients, persistent
    std::vector<WeightRange> keptWeights;
    std::vector<GradientWrites> writes;  ///< by parameter
    RankSet shardGroup;                  ///< ranks that share one set of shards
    RankSet replicaGroup;                ///< ranks that hold the same shard
    bool replicas = false;
};

RankLayout layOut(const Problem& problem, Rank rank);

}  // namespace shardscope::core
