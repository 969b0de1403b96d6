#pragma once
// One rank's live bytes over time, by category: what the stacked areas of the compare view are cut
// from. Built once, then immutable; any thread may read.
//
// Summaries keep ten million calls interactive: the highest and lowest instant of each block of calls,
// level upon level; the same of equal slots of time (memory_slots.h); and every few calls the bytes of
// each category, from which any instant's composition is replayed.

#include <cstdint>
#include <vector>

#include "core/base/category.h"
#include "gui/model/memory_slots.h"

namespace shardscope::gui {

/// One pool call.
struct MemoryCall {
    int64_t timeNs = 0;   ///< when the compute stream reached it
    int64_t hostNs = 0;   ///< when the host asked the allocator
    int64_t live = 0;     ///< bytes after the call
    int64_t change = 0;   ///< requested bytes, negative when freed
    int32_t bucket = -1;  ///< -1: not a bucket's
    int16_t microBatch = -1;
    core::Category category{};
};
static_assert(sizeof(MemoryCall) <= 40);

/// Half-open range of calls.
struct CallRange {
    size_t begin = 0, end = 0;
    bool empty() const { return begin >= end; }
};

/// The highest and the lowest instant of a range: live bytes, and the first call that reached them.
struct Extremes {
    int64_t most = 0, least = 0;
    size_t mostAt = 0, leastAt = 0;
};

class MemoryTrack {
  public:
    MemoryTrack() = default;
    /// @p calls in plan order, timeNs ascending. `live` is counted here from the changes, in plan
    /// order as MemoryReport counts it.
    explicit MemoryTrack(std::vector<MemoryCall> calls);

    const std::vector<MemoryCall>& calls() const { return calls_; }
    bool empty() const { return calls_.empty(); }
    /// Calls with timeNs in [beginNs, endNs).
    CallRange callsIn(int64_t beginNs, int64_t endNs) const;
    /// The first call from @p from on with timeNs at or after @p timeNs.
    size_t callsTo(size_t from, int64_t timeNs) const;
    /// The same of hostNs, which ascends too.
    size_t hostCallsTo(size_t from, int64_t hostNs) const;
    /// The last call at or before @p timeNs, or calls().size() when there is none.
    size_t callAt(int64_t timeNs) const;
    /// @p range not empty.
    Extremes extremesIn(CallRange range) const;
    size_t highestIn(CallRange range) const { return extremesIn(range).mostAt; }
    /// The most live bytes of the whole track; 0 when it is empty.
    int64_t mostLive() const;
    /// Live bytes of each category after call @p index.
    core::CategoryBytes compositionAt(size_t index) const;
    /// Asks memory for what compositionAt(@p index) will read.
    void fetch(size_t index) const;
    /// Fills slots() with these calls.
    void makeSlots(const SlotGrid& grid);
    const MemorySlots& timeSlots() const { return slots_; }
    /// Bytes of storage that this track holds.
    size_t sizeBytes() const;

  private:
    /// Neighbouring calls, or neighbouring blocks of the level below.
    struct Block {
        int64_t hostNs = 0;  ///< of its first call
        int64_t most = 0, least = 0;
        uint32_t mostAt = 0, leastAt = 0;
    };

    void summarise();
    Block blockOf(size_t call) const;

    std::vector<MemoryCall> calls_;
    std::vector<std::vector<Block>> levels_;
    MemorySlots slots_;
    std::vector<core::CategoryBytes> checkpoints_;  ///< before every kCheckpoint-th call
};

}  // namespace shardscope::gui
