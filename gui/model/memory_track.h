#pragma once
// One rank's live bytes over time, by category: what the stacked areas of the compare view are cut
// from. Built once, then immutable; any thread may read.
//
// Two summaries keep ten million calls interactive: the highest and lowest instant of each block of
// calls, level upon level; and every few calls the bytes of each category, from which any instant's
// composition is replayed.

#include <cstdint>
#include <vector>

#include "core/base/category.h"

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
    /// The calls from @p from on before @p endNs, for columns one after another. Many calls end at a
    /// whole block, at most a sixteenth of the column early: those left are the next column's.
    CallRange columnFrom(size_t from, int64_t endNs) const;
    /// The last call at or before @p timeNs, or calls().size() when there is none.
    size_t callAt(int64_t timeNs) const;
    /// The first call of @p range with the most live bytes; of the fewest. @p range not empty.
    size_t highestIn(CallRange range) const;
    size_t lowestIn(CallRange range) const;
    /// Live bytes of each category after call @p index.
    core::CategoryBytes compositionAt(size_t index) const;
    /// Bytes of storage that this track holds.
    size_t sizeBytes() const;

  private:
    template <class Better>
    size_t bestIn(CallRange range, const std::vector<std::vector<uint32_t>>& levels,
                  Better better) const;
    void summarise();

    std::vector<MemoryCall> calls_;
    std::vector<std::vector<uint32_t>> highest_, lowest_;  ///< per level, one index a block
    std::vector<core::CategoryBytes> checkpoints_;         ///< before every kCheckpoint-th call
};

}  // namespace shardscope::gui
