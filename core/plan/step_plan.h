#pragma once
// A step as a value: what one rank allocates, frees, launches and sends, in order.
//
// prologue · repeat(micro-batch, G) · epilogue · (commit | skip). Nothing here knows a device, a
// communicator or a clock; two stages differ exactly as their two lists differ.

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/base/category.h"
#include "core/base/ids.h"
#include "core/model/graph.h"
#include "core/model/operation.h"
#include "core/plan/strategy.h"
#include "core/shard/bucket_map.h"

namespace shardscope::core {

/// One pool allocation slot; allocated and freed by actions, possibly many times.
struct BufferSpec {
    std::string name;
    int64_t bytes = 0;
    Category category = Category::Workspace;
    StreamId home = kCompute;  ///< whose order decides when the block may be reused
    BucketId bucket;           ///< when it belongs to one

    bool operator==(const BufferSpec&) const = default;
};

/// A view of a buffer. Operations name tensors, never addresses.
struct TensorSpec {
    std::string name;
    BufferId buffer;
    int64_t offset = 0;  ///< elements from the buffer's start
    int64_t elements = 0;
    DType dtype = DType::Fp32;

    bool operator==(const TensorSpec&) const = default;
};

struct Layout {
    std::vector<BufferSpec> buffers;
    std::vector<TensorSpec> tensors;  ///< the graph's tensors first, with their ids

    const BufferSpec& operator[](BufferId id) const { return buffers[id.index()]; }
    const TensorSpec& operator[](TensorId id) const { return tensors[id.index()]; }
    bool operator==(const Layout&) const = default;
};

enum class Phase : uint8_t { Setup, Forward, Backward, Optimizer, Gather, Checkpoint };
/// "setup", "forward", "backward", "optimizer", "gather", "checkpoint"
std::string_view nameOf(Phase phase);

/// Which repetitions of the micro-batch body an action belongs to.
enum class When : uint8_t { Always, First, NotFirst, Last, NotLast };
bool happens(When when, int microBatch, int gradAccum);

struct Allocate {
    BufferId buffer;
};
struct Free {
    BufferId buffer;
};
struct Launch {
    StreamId stream;
    Operation operation;
};

enum class CollectiveKind : uint8_t { ReduceScatter, AllGather, AllReduce, Reduce, Broadcast };
std::string_view nameOf(CollectiveKind kind);  ///< "reduceScatter", "allGather", … as in report/1
/// What a collective carries; "small" ones (norm, overflow) are counted apart.
enum class Purpose : uint8_t { Gradient, Parameter, Small };

/// Ranks first, first + stride, …; count 0 = all ranks of the run.
struct RankSet {
    int32_t first = 0, count = 0, stride = 1;

    int size(int ranks) const { return count > 0 ? count : ranks; }
    Rank member(int index) const { return Rank{first + index * stride}; }
    /// Place of a rank that is a member.
    int indexOf(Rank rank) const { return (rank.value - first) / stride; }
    bool operator==(const RankSet&) const = default;
};

/// One collective of a set of ranks. @p input and @p output may overlap as NCCL's in-place forms do.
struct Collective {
    StreamId stream;
    CollectiveKind kind;
    Purpose purpose;
    TensorId input;    ///< reduce-scatter: the whole array; all-gather: this rank's part
    TensorId output;   ///< reduce-scatter: this rank's part; all-gather: the whole array
    int64_t elements;  ///< of the whole array, padding included
    DType dtype;
    int64_t realElements = 0;  ///< without padding
    Rank root{0};              ///< reduce: who gets the sum; broadcast: who sends
    RankSet group;
};

struct RecordEvent {
    StreamId stream;
    EventId event;
};
/// Why a wait is in the plan; what a stall is attributed to.
enum class WaitCause : uint8_t {
    Data,        ///< a producer on another stream
    InFlight,    ///< the pool of full-size buckets is used up (rule 4)
    Drain,       ///< end of backward
    Reduced,     ///< the optimizer needs the reduced gradient
    Gather,      ///< a forward or backward needs gathered parameters
    OverlapOff,  ///< `--overlap off`
};
std::string_view nameOf(WaitCause cause);  ///< "data", "in-flight", "drain", "reduced", …

/// Work enqueued on @p stream later waits for what @p event was last recorded after.
struct WaitEvent {
    StreamId stream;
    EventId event;
    WaitCause cause = WaitCause::Data;
};

enum class MarkKind : uint8_t {
    PhaseBegin,        ///< the action's phase begins on the stream
    GradientReady,     ///< last contribution of this micro-batch written
    ParameterUpdated,  ///< own shard of the bucket updated
    ParameterReady,    ///< every shard of the bucket is here
};
/// A point on a stream's timeline; costs nothing and orders nothing.
struct Mark {
    StreamId stream;
    MarkKind kind;
};

struct Action {
    std::variant<Allocate, Free, Launch, Collective, RecordEvent, WaitEvent, Mark> what;
    std::string name;  ///< what a person reads: "h.3.mlp.c_fc", "reduced B3"
    Phase phase = Phase::Forward;
    When when = When::Always;
    BucketId bucket;  ///< when the action is about one
    int layer = -1;
    bool once = false;  ///< left out after the first update: what that brings stays
    /// Repeats an action's stable place in the plan's flat list; set by number().
    int32_t index = -1;
};

/// What a rank keeps of a bucket's working weights between steps.
struct WeightRange {
    TensorId tensor;
    BucketId bucket;
    Range range;  ///< of the bucket, in elements; starts on kAlignment
};

/// A tensor that the host reads and writes into this rank's checkpoint file.
struct Saved {
    TensorId tensor;
    std::string name;            ///< "h.3.mlp.c_fc.weight", "m B3[0:1024]"
    std::vector<int64_t> shape;  ///< its first elements are read
    size_t before = 0;           ///< of StepPlan::checkpoint: read when all before this one is done

    int64_t elements() const;
};

struct StepPlan {
    Layout layout;
    int gradAccum = 1;
    int events = 0;
    std::vector<Action> prologue, microBatch, epilogue, commit, skip;
    /// fp16: the host waits once for this flag tensor's third scalar; others always commit.
    bool branches = false;
    TensorId scalars;                  ///< {norm, factor, overflow} fp32
    TensorId losses;                   ///< [G] fp32
    std::vector<WeightRange> weights;  ///< hashed between steps

    /// After the last step, where a checkpoint is saved: no part of a step.
    std::vector<Action> checkpoint;
    std::vector<Saved> saved;  ///< in the order of reading

    /// Actions by index: prologue, microBatch, epilogue, commit, skip, checkpoint.
    std::vector<const Action*> flat() const;
};

/// Gives every action its index; called by the planner last.
void number(StepPlan& plan);

/// Calls visit(action, microBatch) in execution order; microBatch is -1 outside the repeat.
template <class Visit>
void forEachAction(const StepPlan& plan, bool commit, Visit&& visit) {
    for (const Action& action : plan.prologue) visit(action, -1);
    for (int m = 0; m < plan.gradAccum; ++m) {
        for (const Action& action : plan.microBatch) {
            if (happens(action.when, m, plan.gradAccum)) visit(action, m);
        }
    }
    for (const Action& action : plan.epilogue) visit(action, -1);
    for (const Action& action : commit ? plan.commit : plan.skip) visit(action, -1);
}

/// "allocate gradients B3 3,549,184 B", "compute: matmul h.3.mlp.c_fc": one line, no addresses.
std::string describe(const Action& action, const Layout& layout);

}  // namespace shardscope::core
