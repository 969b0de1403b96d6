#pragma once
// The caching allocator of one rank: a pure function of its call sequence and its limit.
//
// Only the rank's interpreter thread calls it. It asks no clock, no event and no address; the same
// calls give the same segments and offsets on every device. Rules: PyTorch's c10 CUDACachingAllocator
// (round to 512 B, small/large pools, split thresholds), with best fit by (block size, segment
// ordinal, offset) and free lists per (home stream, class).
//
// classic     A request of at most 1 MiB (class small) comes from a 2 MiB segment; a large one from a
//             20 MiB segment, from 10 MiB on from its own, rounded up to 2 MiB. A block is split when
//             the rest is at least 512 B (small) or over 1 MiB (large).
// expandable  One segment a (home stream, class) grows: address space is reserved, pages are mapped in
//             granules of 2 MiB. Best fit over mapped free blocks, always split; else the request goes
//             to the start of the lowest run of free or unmapped space that is long enough, and the
//             granules that are missing there are mapped. A segment reserves 16 GiB (or the request,
//             when larger); only when none has a long enough run is there a further one.
// In both, a freed block merges with free neighbours, and a released classic segment's ordinal is
// given to the next new one.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/category.h"
#include "core/base/ids.h"
#include "core/base/result.h"

namespace shardscope::core {

/// `--allocator`: classic segments, or segments that grow (and shrink) in 2 MiB granules.
enum class PoolPolicy : uint8_t { Classic, Expandable };
std::string_view nameOf(PoolPolicy policy);  ///< "classic", "expandable"
Result<PoolPolicy> parsePoolPolicy(std::string_view text, std::string_view where);

/// Where segments come from. Called by the pool only, on its thread.
class SegmentSource {
  public:
    virtual ~SegmentSource() = default;
    /// Makes @p bytes at @p offset of segment @p ordinal usable. A segment's first call has offset 0.
    /// Classic segments are mapped once and whole; expandable ones grow: @p reserve is how far.
    /// Expandable @p offset and @p bytes are multiples of 2 MiB, and @p reserve is the same each time.
    /// @return false when the device refuses; nothing has changed then.
    virtual bool map(int32_t ordinal, int64_t offset, int64_t bytes, int64_t reserve) = 0;
    /// Takes back a whole classic segment (its ordinal may be mapped anew, at another size), or
    /// granules of an expandable one, in other runs than they were mapped in; those may come back.
    virtual void unmap(int32_t ordinal, int64_t offset, int64_t bytes) = 0;
    /// Address of a segment's first byte; nullptr on a device without memory.
    virtual void* addressOf(int32_t ordinal) const = 0;
};

/// A place in the pool: what callSequenceHash sees of an address.
struct Block {
    int32_t segment = -1;  ///< ordinal
    int64_t offset = 0;    ///< bytes from the segment's start
    int64_t bytes = 0;     ///< block size, ≥ the rounded request

    bool operator==(const Block&) const = default;
};

/// One call as recorded; what replays and hashes are made of.
struct PoolCall {
    bool allocate = true;
    int32_t buffer = -1;    ///< pairs a free with its allocate
    int64_t requested = 0;  ///< bytes
    Category tag = Category::Workspace;
    StreamId home;
    Block block;
};

struct PoolTotals {
    int64_t requested = 0;  ///< live requested bytes
    int64_t allocated = 0;  ///< live block bytes
    int64_t reserved = 0;   ///< mapped segment bytes
};

class MemoryPool {
  public:
    /// @param limit bounds reserved bytes; 0 = none. @p source must outlive the pool.
    MemoryPool(PoolPolicy policy, int64_t limit, SegmentSource& source);
    ~MemoryPool();
    MemoryPool(MemoryPool&&) noexcept;
    MemoryPool& operator=(MemoryPool&&) noexcept;

    /// nullopt when the limit or the source refuses; nothing has changed then.
    /// @param bytes > 0, requested.
    std::optional<Block> allocate(int64_t bytes, StreamId home);
    /// @p block must be live.
    void free(const Block& block);
    /// Unmaps wholly free segments (classic) or granules (expandable), in ordinal order.
    /// The caller has synchronised the rank's streams.
    void releaseFree();

    const PoolTotals& totals() const;
    void* addressOf(const Block& block) const;
    /// Whether the last refusal came from the source below the limit.
    bool refusedBySource() const;
    /// The least reserved bytes that any call so far was refused for by the limit; 0 = never refused.
    /// Under every limit below it the same calls have the same outcome.
    int64_t leastRefusedBytes() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// What to do when the pool refuses (design, determinism rule 5), the same in the engine and in a
/// replay: synchronise the rank's streams, release what is wholly free, retry once.
/// @param synchronize called between refusal and release; may be empty where nothing runs.
/// @return nullopt when the retry is refused too: the rank is out of memory.
std::optional<Block> allocateOrRelease(MemoryPool& pool, int64_t bytes, StreamId home,
                                       const std::function<void()>& synchronize = {});

/// A source without memory, for simulated devices and replays. Never refuses.
class PhantomSource : public SegmentSource {
  public:
    bool map(int32_t, int64_t, int64_t, int64_t) override { return true; }
    void unmap(int32_t, int64_t, int64_t) override {}
    void* addressOf(int32_t) const override { return nullptr; }
};

}  // namespace shardscope::core
