// Classic segments: mapped once and whole, blocks split from them, released when wholly free.

#include <iterator>
#include <map>
#include <set>

#include "core/engine/memory_pool_segments.h"

namespace shardscope::core {

namespace {

int64_t segmentSize(int64_t bytes) {
    if (bytes <= kSmallLimit) return kSmallSegment;
    return bytes < kOwnSegmentFrom ? kLargeSegment : roundUp(bytes, kGranule);
}

bool splits(SizeClass sizeClass, int64_t rest) {
    return sizeClass == SizeClass::Small ? rest >= kBlockUnit : rest > kSmallLimit;
}

class ClassicSegments : public PoolSegments {
  public:
    explicit ClassicSegments(Ledger& ledger) : ledger_(ledger) {}

    BlockNumber allocate(int64_t bytes, FreeListKey key) override {
        BlockNumber fit = blocks_.bestFit(key, bytes);
        if (fit == kNoBlock) fit = newSegment(bytes, key);
        if (fit == kNoBlock) return fit;
        const int64_t has = blocks_[fit].bytes;
        blocks_.take(fit, splits(key.sizeClass, has - bytes) ? bytes : has);
        return fit;
    }
    void free(BlockNumber block) override { blocks_.free(block); }
    Block blockOf(BlockNumber block) const override { return blocks_.blockOf(block); }

    void releaseFree() override {
        for (auto at = segments_.begin(); at != segments_.end();) {
            at = isFree(at->second) ? release(at) : std::next(at);
        }
    }

  private:
    struct Segment {
        int64_t bytes;
        BlockNumber first;
    };
    using Segments = std::map<int32_t, Segment>;  // by ordinal

    BlockNumber newSegment(int64_t bytes, FreeListKey key) {
        const int64_t size = segmentSize(bytes);
        const int32_t ordinal = lowestUnused();
        if (!ledger_.admits(size) || !ledger_.map(ordinal, {0, size}, size)) return kNoBlock;
        unused_.erase(ordinal);
        const BlockNumber whole = blocks_.addSegment(ordinal, key, size, BlockState::Free);
        segments_.emplace(ordinal, Segment{size, whole});
        return whole;
    }

    int32_t lowestUnused() const {
        return unused_.empty() ? static_cast<int32_t>(segments_.size()) : *unused_.begin();
    }

    bool isFree(const Segment& segment) const {
        const BlockEntry& first = blocks_[segment.first];
        return first.state == BlockState::Free && first.bytes == segment.bytes;
    }

    Segments::iterator release(Segments::iterator at) {
        blocks_.removeSegment(at->second.first);
        ledger_.unmap(at->first, {0, at->second.bytes});
        unused_.insert(at->first);
        return segments_.erase(at);
    }

    Ledger& ledger_;
    BlockTable blocks_;
    Segments segments_;
    std::set<int32_t> unused_;  // ordinals below the highest ever used that have no segment now
};

}  // namespace

std::unique_ptr<PoolSegments> makeClassicSegments(Ledger& ledger) {
    return std::make_unique<ClassicSegments>(ledger);
}

}  // namespace shardscope::core
