// Expandable segments: reserved at once, mapped and unmapped in granules.

#include <algorithm>
#include <map>
#include <vector>

#include "core/engine/memory_pool_runs.h"
#include "core/engine/memory_pool_segments.h"

namespace shardscope::core {

namespace {

struct Segment {
    Segment(FreeLists& lists, FreeListKey key, int32_t number, int64_t reserved)
        : ordinal(number), reserve(reserved), free(lists, key, number) {
        unmapped.add({0, reserved});
    }

    int32_t ordinal;
    int64_t reserve;
    FreeSpace free;    ///< mapped, not live
    Extents unmapped;  ///< of the reserve
};

/// Unmapped granules under @p need, which lies within a run. Whatever of a run is not free is
/// unmapped, and starts and ends on a granule.
std::vector<Extent> unmappedUnder(const Segment& segment, const Extent& need) {
    std::vector<Extent> missing;
    const int64_t end = roundUp(need.end(), kGranule);
    int64_t at = need.offset;
    while (at < need.end()) {
        const std::optional<Extent> free = segment.free.extents().firstEndingAfter(at);
        const int64_t mapped = free ? std::min(free->offset, end) : end;
        if (mapped > at) missing.push_back({at, mapped - at});
        at = free ? free->end() : end;
    }
    return missing;
}

/// Whole granules inside a free block; empty when there is none.
Extent granulesIn(const Extent& free) {
    const int64_t begin = roundUp(free.offset, kGranule);
    const int64_t end = free.end() / kGranule * kGranule;
    return {begin, std::max<int64_t>(end - begin, 0)};
}

class ExpandableSegments : public PoolSegments {
  public:
    explicit ExpandableSegments(Ledger& ledger) : ledger_(ledger) {}

    std::optional<Block> allocate(int64_t bytes, FreeListKey key) override {
        std::optional<Block> place = lists_.bestFit(key, bytes);
        if (!place) place = extend(bytes, key);
        if (!place) return std::nullopt;
        place->bytes = bytes;
        Segment& segment = *segments_[static_cast<size_t>(place->segment)];
        segment.free.remove({place->offset, bytes});
        return place;
    }

    void free(const Block& block) override {
        Segment& segment = *segments_[static_cast<size_t>(block.segment)];
        segment.free.add({block.offset, block.bytes});
    }

    void releaseFree() override {
        for (const auto& segment : segments_) release(*segment);
    }

  private:
    /// Makes the lowest run that is long enough mapped for @p bytes from its start.
    std::optional<Block> extend(int64_t bytes, FreeListKey key) {
        for (const int32_t ordinal : ordinals_[key]) {
            Segment& segment = *segments_[static_cast<size_t>(ordinal)];
            const std::optional<int64_t> start =
                lowestRun(segment.free.extents(), segment.unmapped, bytes);
            if (start) return mapUnder(segment, {*start, bytes});
        }
        return newSegment(bytes, key);
    }

    std::optional<Block> newSegment(int64_t bytes, FreeListKey key) {
        const auto ordinal = static_cast<int32_t>(segments_.size());
        const int64_t reserve = std::max(kExpandableReserve, roundUp(bytes, kGranule));
        segments_.push_back(std::make_unique<Segment>(lists_, key, ordinal, reserve));
        std::optional<Block> place = mapUnder(*segments_.back(), {0, bytes});
        if (place) {
            ordinals_[key].push_back(ordinal);
        } else {
            segments_.pop_back();
        }
        return place;
    }

    std::optional<Block> mapUnder(Segment& segment, const Extent& need) {
        const std::vector<Extent> missing = unmappedUnder(segment, need);
        int64_t total = 0;
        for (const Extent& extent : missing) total += extent.bytes;
        if (!ledger_.admits(total) || !mapAll(segment, missing)) return std::nullopt;
        for (const Extent& extent : missing) {
            segment.unmapped.remove(extent);
            segment.free.add(extent);
        }
        return Block{segment.ordinal, need.offset, need.bytes};
    }

    bool mapAll(const Segment& segment, const std::vector<Extent>& missing) {
        for (size_t i = 0; i < missing.size(); ++i) {
            if (ledger_.map(segment.ordinal, missing[i], segment.reserve)) continue;
            while (i-- > 0) ledger_.unmap(segment.ordinal, missing[i]);
            return false;
        }
        return true;
    }

    void release(Segment& segment) {
        std::vector<Extent> granules;
        for (const Extent& free : segment.free.extents().all()) {
            const Extent inside = granulesIn(free);
            if (inside.bytes > 0) granules.push_back(inside);
        }
        for (const Extent& extent : granules) {
            segment.free.remove(extent);
            segment.unmapped.add(extent);
            ledger_.unmap(segment.ordinal, extent);
        }
    }

    Ledger& ledger_;
    FreeLists lists_;
    std::vector<std::unique_ptr<Segment>> segments_;  // by ordinal
    std::map<FreeListKey, std::vector<int32_t>> ordinals_;
};

}  // namespace

std::unique_ptr<PoolSegments> makeExpandableSegments(Ledger& ledger) {
    return std::make_unique<ExpandableSegments>(ledger);
}

}  // namespace shardscope::core
