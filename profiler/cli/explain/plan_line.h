#pragma once
// An action as a line of the side-by-side view: what it is about, what it matches in another plan.

#include <string>
#include <vector>

#include "core/plan/planner.h"

namespace shardscope::explain {

/// What an action is about, where strategies may differ.
enum class Topic : uint8_t {
    Plumbing,       ///< forward and backward operations, activations
    Anchor,         ///< marks that both plans have in the same order
    GradientBirth,  ///< the full-size bucket
    Padding,        ///< zeros where the bucket has no gradient
    Shard,          ///< storage of the reduced gradient
    Incoming,       ///< storage of a later micro-batch's reduced gradient
    AddToShard,
    Reduce,      ///< the gradient collective
    BucketFree,  ///< the full-size bucket, during backward
    IncomingFree,
    WaitInFlight,
    WaitDrain,
    WaitReduced,  ///< the optimizer waits for a reduction
    Norm,
    NormSum,  ///< norms added over ranks
    Update,
    ReducedFree,  ///< the full-size bucket, once the update has read it
    ShardFree,    ///< the shard
    ShardHome,    ///< events by which the communication stream gets its shard back
    Return,       ///< updated parameters to every rank
    WaitReturn,
    GatherBirth,  ///< parameters gathered for their use
    Gather,
    WaitGather,
    GatheredFree,
    OverlapWait,    ///< right after a reduction is launched
    OverlapReturn,  ///< right after parameters are sent
    Staging,        ///< a copy that is sent: conversion to the reduce dtype and back, flattening
    StagingFree,
    ParameterGradient,  ///< storage outside the bucket, and copies into it
    Ring,               ///< contiguous buffers that buckets take turns in
    UpdateCopy,         ///< flattened and fp32 gradients of the step
    Packing,            ///< gathered parts that are unpacked, shards that are cast for a gather
};

struct PlanLine {
    const core::Action* action = nullptr;  ///< borrowed from the plan
    Topic topic = Topic::Plumbing;
    bool quiet = false;  ///< an event, mark or operation that is only shown when asked for
    std::string key;     ///< equal = the same action of the two plans
    std::string text;    ///< ASCII; differs where the same action is done differently
};

/// Lines of a step in plan order: micro-batch, epilogue, commit. Actions that never happen with this
/// G are left out. Borrows @p plan.
std::vector<PlanLine> linesOf(const core::StepPlan& plan);

}  // namespace shardscope::explain
