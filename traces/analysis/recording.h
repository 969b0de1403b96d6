#pragma once
// A recording's events as typed rows, by rank: what every part of the analysis reads. Made in one
// pass over the trace and borrowed from it: the trace must outlive its Recording.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/engine/memory_pool.h"
#include "traces/trace.h"

namespace shardscope::traces {

/// A place in one rank's plan; places compare as the plan goes.
struct PlanPlace {
    int32_t step = -1;
    int32_t section =
        -1;  ///< the micro-batch; -1 before the first, kAfterMicroBatches after the last
    int32_t action = -1;
    auto operator<=>(const PlanPlace&) const = default;
};
inline constexpr int32_t kAfterMicroBatches = INT32_MAX;

/// One pool call, in plan order.
struct PoolRow {
    int64_t seq = 0, timeNs = 0, step = -1, microBatch = -1;
    int64_t live = 0, allocated = 0, reserved = 0;  ///< bytes after the call
    int64_t bucket = -1;
    std::string_view phase;
    PlanPlace place;
    core::PoolCall call;
};

struct CollectiveRow {
    int64_t arrivedNs = 0, startNs = 0, endNs = 0;  ///< start: all ranks had arrived
    int64_t step = -1, microBatch = -1, bucket = -1;
    int64_t elements = 0, paddedElements = 0, payloadBytes = 0, wireBytes = 0;
    std::string_view name, phase, purpose;  ///< "reduce_scatter", "backward", "gradient"
};

/// Whether @p row carries updated parameters, after the optimizer.
bool returnsWeights(const CollectiveRow& row);

/// An operation on the compute stream, or a stall of it.
struct SpanRow {
    int64_t beginNs = 0, endNs = 0, step = -1;
    std::string_view what;  ///< a stall's cause, an operation's name
    PlanPlace place;
};

struct PhaseRow {
    int64_t beginNs = 0, endNs = 0, step = -1, microBatch = -1;
    std::string_view phase;
};

/// A bucket's gradient: "full", "dead" or "shard".
struct GradientRow {
    int64_t beginNs = 0, endNs = 0, step = -1, microBatch = -1, bucket = -1, bytes = 0;
    std::string_view kind;
};

struct StepRow {
    int64_t step = -1, beginNs = 0, endNs = 0;
};

struct RankRows {
    std::vector<PoolRow> pool;
    std::vector<CollectiveRow> collectives;
    std::vector<SpanRow> operations, stalls;
    std::vector<SpanRow> hostWaits;  ///< the host stood still for its device; by CUPTI only
    std::vector<PhaseRow> phases;
    std::vector<GradientRow> gradients;
    std::vector<StepRow> steps;

    /// The window of @p step, or nullptr.
    const StepRow* window(int64_t step) const;
};

struct BucketFact {
    std::string label;
    int64_t elements = 0, realElements = 0;
    bool tied = false;
};

struct Recording {
    const Trace* trace = nullptr;
    std::vector<RankRows> ranks;  ///< those with events, from rank 0
    int worldSize = 1;
    /// Which ranks those are, where some stand for all; else empty.
    std::vector<int> standing;
    int64_t gradAccum = 1, parameters = 0, gradientBytesPerElement = 2;
    std::vector<BucketFact> buckets;
    int64_t steadySteps = 0;  ///< whole steps on every rank without the first
    /// The steps that times, traffic and lifetimes are taken from: the steady ones; step 0 when it
    /// is the only whole one.
    std::vector<int64_t> measured;
    /// Of them those that updated the weights: fp16 steps that overflowed are left out, and step 0
    /// stands in when it alone did. Empty when every recorded step was skipped.
    std::vector<int64_t> committed;

    /// The number of the rank with the rows at @p place.
    int rankAt(int place) const;
    int64_t paddedElements() const;
    bool skippedAll() const { return committed.empty() && !measured.empty(); }
    int untiedBuckets() const;
};

/// The number of ranks of one of our recordings, by its metadata @p run.
/// Errors: InvalidInput when it is not ours, or the number is none.
core::Result<int> worldSizeOf(const Json& run, const std::string& path);
/// Errors: InvalidInput when the trace is not one of our recordings.
core::Result<Recording> recordingOf(const Trace& trace, const std::string& path);
/// The same of rows that were read before.
core::Result<Recording> recordingOf(const Trace& trace, const std::string& path,
                                    std::vector<RankRows> rows);

}  // namespace shardscope::traces
