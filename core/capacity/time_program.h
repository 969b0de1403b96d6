#pragma once
// What a plan asks of the streams, with costs left open: what plans that differ only in sizes share.

#include <cstdint>
#include <vector>

#include "core/model/graph.h"
#include "core/plan/planner.h"

namespace shardscope::core {

struct TimeStep {
    enum class Kind : uint8_t { Compute, Collective, Record, Wait, Mark };
    Kind kind = Kind::Mark;
    StreamId stream;
    int32_t event = -1;
    int32_t slot = -1;     ///< whose cost it has
    bool perRank = false;  ///< as often as there are ranks (stage 0's norm, slice by slice)
};

/// An operation whose sizes follow from the configuration.
struct OperationSlot {
    enum class Elements : uint8_t {
        Fixed,  ///< as planned
        Whole,  ///< of its bucket, padded
        Shard,  ///< that over N
        Tail    ///< padding behind the last parameter; none when it is 0
    };
    Operation operation;  ///< as planned at the base point
    int32_t node = -1;    ///< forward and backward counted through; its sizes are the graph's
    Elements elements = Elements::Fixed;
    int32_t bucket = -1;
    int64_t tailFrom = 0;  ///< Tail: elements of the bucket before it
};

struct CollectiveSlot {
    CollectiveKind kind = CollectiveKind::AllReduce;
    DType dtype = DType::Fp32;
    int32_t bucket = -1;  ///< all of its elements; -1 = as planned
    int64_t elements = 0;
    RankSet group;
};

struct TimeProgram {
    std::vector<TimeStep> first, middle, last, epilogue, commit;
    bool branches = false;  ///< the host waits for a flag between epilogue and commit (fp16)
    int events = 0;
    std::vector<OperationSlot> operations;
    std::vector<CollectiveSlot> collectives;
    Layout dtypes;  ///< tensors with their types only: what costs look at
};

/// @param scales whether sizes follow from rules (else each slot is fixed). @p step is of @p problem.
TimeProgram timeProgramOf(const Problem& problem, const StepPlan& step, bool scales);

}  // namespace shardscope::core
