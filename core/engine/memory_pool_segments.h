#pragma once
// What the two allocator policies share: sizes, the books of reserved bytes, and their interface.

#include <cstdint>
#include <memory>
#include <optional>

#include "core/base/units.h"
#include "core/engine/memory_pool.h"
#include "core/engine/memory_pool_blocks.h"
#include "core/engine/memory_pool_extents.h"

namespace shardscope::core {

// PyTorch, c10/cuda/CUDACachingAllocator: kMinBlockSize, kSmallSize, kSmallBuffer, kMinLargeAlloc,
// kLargeBuffer, kRoundLarge.
inline constexpr int64_t kBlockUnit = 512;
inline constexpr int64_t kSmallLimit = 1 * kMiB;
inline constexpr int64_t kSmallSegment = 2 * kMiB;
inline constexpr int64_t kOwnSegmentFrom = 10 * kMiB;
inline constexpr int64_t kLargeSegment = 20 * kMiB;
inline constexpr int64_t kGranule = 2 * kMiB;
/// Address space of an expandable segment. Enough that one segment is the rule, little enough that
/// many ranks in one process find theirs.
inline constexpr int64_t kExpandableReserve = 16 * kGiB;

constexpr SizeClass classOf(int64_t bytes) {
    return bytes <= kSmallLimit ? SizeClass::Small : SizeClass::Large;
}

/// Maps through the source and counts: the one place that compares with the limit.
class Ledger {
  public:
    Ledger(int64_t limit, SegmentSource& source) : limit_(limit), source_(source) {}

    /// Whether @p bytes more stay within the limit; notes the refusal otherwise.
    bool admits(int64_t bytes);
    /// @p bytes have been admitted. @return false when the source refuses.
    bool map(int32_t ordinal, const Extent& extent, int64_t reserve);
    void unmap(int32_t ordinal, const Extent& extent);

    int64_t reserved() const { return reserved_; }
    bool refusedBySource() const { return refusedBySource_; }
    int64_t leastRefused() const { return leastRefused_; }

  private:
    int64_t limit_;
    SegmentSource& source_;
    int64_t reserved_ = 0;
    int64_t leastRefused_ = 0;
    bool refusedBySource_ = false;
};

/// A policy: where blocks come from and where they go.
class PoolSegments {
  public:
    virtual ~PoolSegments() = default;
    /// @param bytes a multiple of 512. @return the block's number, or kNoBlock: refused, and nothing has
    /// changed.
    virtual BlockNumber allocate(int64_t bytes, FreeListKey key) = 0;
    virtual void free(BlockNumber block) = 0;
    virtual Block blockOf(BlockNumber block) const = 0;
    virtual void releaseFree() = 0;
};

/// @p ledger must outlive the result.
std::unique_ptr<PoolSegments> makeClassicSegments(Ledger& ledger);
std::unique_ptr<PoolSegments> makeExpandableSegments(Ledger& ledger);

}  // namespace shardscope::core
