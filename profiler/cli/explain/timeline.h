#pragma once
// The instants of a step that the lesson stops at, and what every rank holds at each.

#include <vector>

#include "profiler/cli/explain/snapshot.h"

namespace shardscope::explain {

enum class InstantKind : uint8_t {
    StepStart,
    ForwardUse,     ///< forward is about to read the bucket's weights for the first time
    BackwardUse,    ///< the same in backward
    GradientReady,  ///< the bucket's gradient is complete on the rank; nothing was sent yet
    BeforeUpdate,   ///< the first update is next
    AfterUpdate,    ///< every bucket is updated by its owners
    AfterGather,    ///< the end of the step
    NextForward,    ///< ForwardUse of the next step
};

struct Instant {
    InstantKind kind = InstantKind::StepStart;
    int microBatch = -1;  ///< ForwardUse, BackwardUse and GradientReady
    core::BucketId bucket;

    bool operator==(const Instant&) const = default;
};

struct Moment {
    Instant instant;
    Snapshot snapshot;
};

/// Executes a step of @p problem on all ranks. Errors: InvalidInput as planSetup and planStep.
core::Result<std::vector<Moment>> timelineOf(const core::Problem& problem);

}  // namespace shardscope::explain
