#pragma once
// Questions about a strategy's axes that several parts of the planner ask, and who explains plans.

#include "core/plan/planner.h"

namespace shardscope::core {

struct Axes {
    bool sharded = false;               ///< optimizer state and update
    bool everyMicroBatch = false;       ///< gradients are reduced in each
    bool persistent = false;            ///< full-size buckets are allocated in set-up
    bool hasShards = false;             ///< reduced gradients move to storage of their own
    bool gathersWeights = false;        ///< parameters exist whole only while gathered
    bool gathersOnce = false;           ///< … from forward to the end of backward
    bool castsWorking = false;          ///< … and between uses only as fp32 master shards
    bool returnsWeights = false;        ///< sent after the update
    bool flatWeights = false;           ///< one buffer and one all-gather for all buckets
    bool parameterStorage = false;      ///< gradients are written outside the bucket and copied in
    bool kept = false;                  ///< … stay there until the update
    bool copiesPerBucket = false;       ///< … are copied when the bucket is reduced
    bool sumsInParameters = false;      ///< micro-batches add up outside the bucket
    bool sumsInBuckets = false;         ///< micro-batches add up in the full-size bucket
    bool ring = false;                  ///< buckets take turns in contiguous buffers
    bool flattens = false;              ///< collectives work on a copy
    bool byRank = false;                ///< … in which each rank's parts are neighbours
    bool sumsAfterBackward = false;     ///< later micro-batches' shards
    bool reducesAfterBackward = false;  ///< no overlap, and all reductions after the last operation
    DType parameterGradient = DType::Bf16;  ///< of storage outside the bucket
    DType fullGradient = DType::Bf16;       ///< of the bucket

    /// Repetitions in which full-size storage is born, and in which gradients are reduced.
    When born() const;
    When reduced() const { return everyMicroBatch ? When::Always : When::Last; }
    /// The first reduction of a step.
    When reducedFirst() const { return everyMicroBatch ? When::First : When::Last; }
};

Axes axesOf(const Problem& problem);

}  // namespace shardscope::core
