#pragma once
// A recording as the compare view reads it: compact rows by rank and lane, sorted by time, so that a
// visible range is two binary searches. Built once from a trace (build_timeline.h), then immutable;
// any thread may read. Times are nanoseconds of the recording's own clock.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gui/model/memory_track.h"
#include "gui/model/pool_history.h"
#include "gui/model/visible.h"
#include "traces/analysis/intervals.h"

namespace shardscope::gui {

enum class SpanKind : uint8_t { Operation, Collective, Stall, Step, Phase, Other };

/// Something that took time on a lane.
struct Span {
    int64_t beginNs = 0, endNs = 0;
    int64_t bytes = 0;   ///< a collective's payload, what an operation reads and writes; 0: unknown
    int64_t detail = 0;  ///< a collective: ns until all peers had arrived; an operation: its FLOPs
    int64_t wireBytes = 0;  ///< collectives: sent by this rank
    uint32_t name = 0;      ///< Timeline::names
    int32_t bucket = -1, step = -1;
    int16_t microBatch = -1;
    SpanKind kind = SpanKind::Other;
};
static_assert(sizeof(Span) <= 56);

enum class LaneKind : uint8_t { Compute, Communication, Host, Other };

/// Spans in order, none overlapping its neighbour.
struct Lane {
    LaneKind kind = LaneKind::Other;
    std::string title;  ///< as the recording names it ("compute stream")
    std::vector<Span> spans;
    BeginIndex begins;  ///< of the spans
};

/// An interval in which a bucket's gradient or parameters were in one state.
struct Life {
    int64_t beginNs = 0, endNs = 0, bytes = 0;
    int32_t step = -1;
    int16_t microBatch = -1;
};

enum class MarkKind : uint8_t { Born, Ready, ReduceStart, Reduced, Released };
inline constexpr int kMarkKinds = 5;

struct Mark {
    int64_t timeNs = 0;
    int32_t step = -1;
    int16_t microBatch = -1;
    MarkKind kind{};
};

/// One bucket on one rank; each list in order of time.
struct BucketTrack {
    std::vector<Life> full, dead, shard;        ///< its gradient
    std::vector<Life> incoming;                 ///< reduced parts on their way into the shard
    std::vector<Life> stale, gathering, ready;  ///< its parameters
    std::vector<Mark> marks;
    int64_t mostIncoming = 0;  ///< bytes of the largest incoming part
};

struct StepWindow {
    int64_t beginNs = 0, endNs = 0;
    int64_t step = -1;
    int64_t lengthNs() const { return endNs - beginNs; }
};

struct RankTimeline {
    std::vector<Lane> lanes;           ///< compute, communication, host first when present
    std::vector<Span> phases;          ///< forward, backward, optimizer, gather
    bool accumulates = false;          ///< some phase is of a further micro-batch
    std::vector<StepWindow> steps;     ///< by step
    std::vector<BucketTrack> buckets;  ///< by launch index: backward order
    MemoryTrack memory;
    PoolHistory pool;                         ///< where the calls of `memory` put their blocks
    std::vector<traces::Interval> computing;  ///< union of compute operations
    std::vector<traces::Interval> exposed;    ///< transfers while nothing was computed

    const StepWindow* window(int64_t step) const;
};

struct BucketName {
    std::string label;      ///< "B6"
    int64_t fullBytes = 0;  ///< its full-size gradient
    bool tied = false;
};

struct Timeline {
    std::vector<RankTimeline> ranks;
    std::vector<std::string> names;  ///< of spans; 0 is empty
    std::vector<BucketName> buckets;
    int worldSize = 1;
    std::vector<int64_t> measured;  ///< steady steps; step 0 where it is the only whole one
    std::vector<int64_t> median;    ///< by rank: the measured step of median length; -1: none

    MemorySlots memoryBand;  ///< of all ranks at once

    int64_t beginNs = 0, endNs = 0;  ///< of everything that is shown
    bool ours = false;               ///< false: another program's trace, lanes only

    /// The measured step of median length on @p rank, as the report's curve chooses it; or nullptr.
    const StepWindow* representative(int rank) const;
    /// Fills what follows from the ranks and `measured`: `median`, `memoryBand`, the ranks' slots.
    void settle();
    size_t sizeBytes() const;

  private:
    void chooseMedians();
    void makeSlots();
};

using TimelinePtr = std::shared_ptr<const Timeline>;

}  // namespace shardscope::gui
