// Expandable segments: reserved at once, mapped and unmapped in granules.

#include <algorithm>
#include <array>
#include <vector>

#include "core/engine/memory_pool_segments.h"

namespace shardscope::core {

namespace {

/// Whole granules inside a free block; empty when there is none.
Extent granulesIn(const BlockEntry& free) {
    const int64_t begin = roundUp(free.offset, kGranule);
    const int64_t end = free.end() / kGranule * kGranule;
    return {begin, std::max<int64_t>(end - begin, 0)};
}

class ExpandableSegments : public PoolSegments {
  public:
    explicit ExpandableSegments(Ledger& ledger) : ledger_(ledger) {}

    BlockNumber allocate(int64_t bytes, FreeListKey key) override {
        BlockNumber place = blocks_.bestFit(key, bytes);
        if (place == kNoBlock) place = extend(bytes, key);
        if (place != kNoBlock) blocks_.take(place, bytes);
        return place;
    }
    void free(BlockNumber block) override { blocks_.free(block); }
    Block blockOf(BlockNumber block) const override { return blocks_.blockOf(block); }

    void releaseFree() override {
        for (const BlockNumber block : blocks_.freeBlocks(kGranule)) {
            const int32_t segment = blocks_[block].segment;
            const Extent inside = granulesIn(blocks_[block]);
            if (inside.bytes == 0) continue;
            blocks_.convert(block, inside.offset, inside.bytes, BlockState::Unmapped);
            ledger_.unmap(segment, inside);
        }
    }

  private:
    struct Missing {
        BlockNumber block;
        Extent extent;
    };

    /// Makes the lowest run that is long enough mapped for @p bytes from its start.
    BlockNumber extend(int64_t bytes, FreeListKey key) {
        for (const int32_t ordinal : ordinals_[key.index()]) {
            const BlockNumber first = blocks_.lowestRun(ordinal, bytes);
            if (first != kNoBlock) return mapUnder(first, bytes) ? first : kNoBlock;
        }
        return newSegment(bytes, key);
    }

    BlockNumber newSegment(int64_t bytes, FreeListKey key) {
        const auto ordinal = static_cast<int32_t>(reserves_.size());
        reserves_.push_back(std::max(kExpandableReserve, roundUp(bytes, kGranule)));
        const BlockNumber whole =
            blocks_.addSegment(ordinal, key, reserves_.back(), BlockState::Unmapped);
        if (mapUnder(whole, bytes)) {
            ordinals_[key.index()].push_back(ordinal);
            return whole;
        }
        blocks_.removeSegment(whole);
        reserves_.pop_back();
        return kNoBlock;
    }

    /// What is unmapped under @p bytes from the start of @p first. Unmapped blocks start and end on a
    /// granule.
    std::vector<Missing> missingUnder(BlockNumber first, int64_t bytes) const {
        std::vector<Missing> missing;
        const int64_t end = roundUp(blocks_[first].offset + bytes, kGranule);
        for (BlockNumber at = first; at != kNoBlock && blocks_[at].offset < end;
             at = blocks_[at].after) {
            const BlockEntry& block = blocks_[at];
            if (block.state != BlockState::Unmapped) continue;
            missing.push_back({at, {block.offset, std::min(block.end(), end) - block.offset}});
        }
        return missing;
    }

    bool mapUnder(BlockNumber first, int64_t bytes) {
        const std::vector<Missing> missing = missingUnder(first, bytes);
        const int32_t segment = blocks_[first].segment;
        int64_t total = 0;
        for (const Missing& each : missing) total += each.extent.bytes;
        if (!ledger_.admits(total) || !mapAll(segment, missing)) return false;
        for (const Missing& each : missing) {
            blocks_.convert(each.block, each.extent.offset, each.extent.bytes, BlockState::Free);
        }
        return true;
    }

    bool mapAll(int32_t segment, const std::vector<Missing>& missing) {
        const int64_t reserve = reserves_[static_cast<size_t>(segment)];
        for (size_t i = 0; i < missing.size(); ++i) {
            if (ledger_.map(segment, missing[i].extent, reserve)) continue;
            while (i-- > 0) ledger_.unmap(segment, missing[i].extent);
            return false;
        }
        return true;
    }

    Ledger& ledger_;
    BlockTable blocks_;
    std::vector<int64_t> reserves_;  ///< by ordinal
    std::array<std::vector<int32_t>, kFreeLists> ordinals_;
};

}  // namespace

std::unique_ptr<PoolSegments> makeExpandableSegments(Ledger& ledger) {
    return std::make_unique<ExpandableSegments>(ledger);
}

}  // namespace shardscope::core
