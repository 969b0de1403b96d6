#pragma once
// Where in its segments one rank's pool put its blocks, call by call, and what in the plan asked for
// them: the state of the allocator at any instant is made from it. Entries stand beside
// MemoryTrack::calls(), one each. Built once, then immutable; any thread may read.
//
// Every so many calls the blocks that are live are listed, so that a state costs what it holds and not
// what came before.

#include <cstdint>
#include <string_view>
#include <vector>

#include "gui/model/memory_track.h"
#include "traces/analysis/segment_follower.h"

namespace shardscope::gui {

struct PlacedCall;

inline constexpr uint32_t kNoCall = UINT32_MAX;

struct PoolEntry {
    int64_t offset = 0, block = 0;  ///< bytes: from the segment's start, and of the whole block
    uint32_t other = kNoCall;       ///< of an allocation its free, of a free its allocation
    int32_t segment = -1;           ///< -1: the recording does not say
    int32_t action = -1;            ///< of the plan
    uint32_t name = 0;              ///< of the buffer, by Timeline::names; likewise ...
    uint32_t operation =
        0;  ///< ... of the compute stream, in plan order: an allocation's first one
            ///< after it, a free's last one before it
};
static_assert(sizeof(PoolEntry) <= 40);

/// Calls one after another that the plan makes in one step and phase.
struct PoolSection {
    uint32_t call = 0;  ///< the first
    int32_t step = -1;
    uint32_t phase = 0;  ///< by Timeline::names
};

/// A block that is live.
struct PoolBlock {
    uint32_t call = kNoCall;  ///< that allocated it
    int32_t segment = 0;
    int64_t offset = 0, bytes = 0, requested = 0;
    core::Category category{};
    int32_t bucket = -1;

    int64_t end() const { return offset + bytes; }
};

/// Bytes of a segment that are reserved.
struct PoolRun {
    int32_t segment = 0;
    traces::ByteRun run;
};

struct PoolState {
    std::vector<PoolBlock> blocks;  ///< by segment, offset
    std::vector<PoolRun> mapped;    ///< likewise
    int64_t live = 0;               ///< requested bytes
    int64_t allocated = 0;          ///< of blocks
    int64_t reserved = 0;           ///< of what is mapped
};

class PoolHistory {
  public:
    PoolHistory() = default;
    /// @p calls in plan order. @param policy of the pool, as the recording names it.
    PoolHistory(const std::vector<PlacedCall>& calls, std::string_view policy);

    /// Whether the recording says where blocks were.
    bool known() const { return known_; }
    /// Calls after which blocks or segments do not add up to what the recording says: some are missing.
    int64_t unlike() const { return unlike_; }
    /// By ordinal, bytes from a segment's start to the end of the most that was ever mapped of it.
    const std::vector<int64_t>& segments() const { return segments_; }
    const PoolEntry& operator[](size_t call) const { return entries_[call]; }
    size_t size() const { return entries_.size(); }
    const PoolSection& sectionOf(size_t call) const;
    /// After call @p index of @p track, whose entries these are; only where known().
    PoolState stateAt(const MemoryTrack& track, size_t index) const;
    size_t sizeBytes() const;

  private:
    struct Change {
        uint32_t call = 0;
        traces::SegmentChange what;
    };
    struct Checkpoint {
        uint32_t call = 0;           ///< after which
        std::vector<uint32_t> live;  ///< allocations
    };
    struct Mapping {
        size_t changes = 0;  ///< after so many
        std::vector<PoolRun> runs;
    };
    class Maker;

    std::vector<uint32_t> liveAt(uint32_t call) const;
    std::vector<PoolRun> mappedAt(uint32_t call) const;

    void addSection(uint32_t call, const PlacedCall& placed);

    std::vector<PoolEntry> entries_;
    std::vector<PoolSection> sections_;
    std::vector<Change> changes_;
    std::vector<Checkpoint> checkpoints_;
    std::vector<Mapping> mappings_;
    std::vector<int64_t> segments_;
    int64_t unlike_ = 0;
    bool known_ = false;
};

}  // namespace shardscope::gui
