#pragma once
// Where everything of one rank lives: the buffers and tensors that set-up and steps share. Internal to
// plan/: a strategy's storage rules are here, its order of events is in micro_batch and epilogue.

#include <vector>

#include "core/plan/planner.h"

namespace shardscope::core {

/// The tensors and buffers of one bucket, as far as the strategy has them (else invalid ids).
struct BucketLayout {
    BufferId weights, master, momentum, variance;  ///< outlive a step
    BufferId gathered;   ///< stage 3: the whole bucket's weights, while gathered
    BufferId gradients;  ///< full-size, unreduced
    BufferId staging;    ///< reduce dtype differs from accumulate dtype
    BufferId shard;      ///< stages 2, 3: this rank's reduced gradient
    BufferId incoming;   ///< stages 2, 3 from the second micro-batch on: reduced, not yet added

    TensorId allWeights;  ///< [E] working weights, whole
    TensorId ownWeights;  ///< what this rank updates: [E/N], or [E] at stage 0
    TensorId ownMaster, ownMomentum, ownVariance;
    TensorId fullGradient;             ///< [E]
    TensorId ownGradient;              ///< what the optimizer reads
    TensorId ownSliceOfFull;           ///< [E/N] of fullGradient
    std::vector<TensorId> rankSlices;  ///< stage 0: [E/N] of each rank, for the norm
    std::vector<TensorId> padding;     ///< ranges of fullGradient that hold no gradient
    std::vector<TensorId> dead;        ///< stage 1: fullGradient without the own slice
    TensorId wholeStaging, ownStaging;
    TensorId incomingShard;
    int64_t ownFirst = 0;     ///< first element of the bucket that this rank updates
    int64_t ownElements = 0;  ///< how many
};

struct RankLayout {
    Layout layout;
    std::vector<BucketLayout> buckets;
    BufferId scalarBuffer;
    std::vector<BufferId> workspaces;
    TensorId losses, partials, rankSums, scalars;
    int64_t rankSlots = 1;         ///< norms are summed over this many slots
    std::vector<BufferId> values;  ///< by graph tensor; invalid for weights, gradients, persistent
};

/// Questions about the axes, asked in many places.
struct Axes {
    bool sharded = false;          ///< optimizer state and update
    bool shardsGradients = false;  ///< full gradients freed per bucket
    bool gathersWeights = false;   ///< parameters exist whole only while used
    bool returnsWeights = false;   ///< all-gather after the update
    bool staged = false;           ///< gradients are converted for the collective
};
Axes axesOf(const Problem& problem);

RankLayout layOut(const Problem& problem, Rank rank);

}  // namespace shardscope::core
