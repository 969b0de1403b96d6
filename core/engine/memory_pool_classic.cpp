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

    std::optional<Block> allocate(int64_t bytes, FreeListKey key) override {
        std::optional<Block> fit = lists_.bestFit(key, bytes);
        if (!fit) fit = newSegment(bytes, key);
        if (!fit) return std::nullopt;
        if (splits(key.sizeClass, fit->bytes - bytes)) fit->bytes = bytes;
        segments_.at(fit->segment).free.remove({fit->offset, fit->bytes});
        return fit;
    }

    void free(const Block& block) override {
        segments_.at(block.segment).free.add({block.offset, block.bytes});
    }

    void releaseFree() override {
        for (auto at = segments_.begin(); at != segments_.end();) {
            at = isFree(at->second) ? release(at) : std::next(at);
        }
    }

  private:
    struct Segment {
        int64_t bytes;
        FreeSpace free;
    };
    using Segments = std::map<int32_t, Segment>;  // by ordinal

    std::optional<Block> newSegment(int64_t bytes, FreeListKey key) {
        const int64_t size = segmentSize(bytes);
        const int32_t ordinal = lowestUnused();
        if (!ledger_.admits(size) || !ledger_.map(ordinal, {0, size}, size)) return std::nullopt;
        unused_.erase(ordinal);
        const auto [at, _] =
            segments_.emplace(ordinal, Segment{size, FreeSpace(lists_, key, ordinal)});
        at->second.free.add({0, size});
        return Block{ordinal, 0, size};
    }

    int32_t lowestUnused() const {
        return unused_.empty() ? static_cast<int32_t>(segments_.size()) : *unused_.begin();
    }

    static bool isFree(const Segment& segment) {
        const auto& free = segment.free.extents().all();
        return !free.empty() && free.front().bytes == segment.bytes;
    }

    Segments::iterator release(Segments::iterator at) {
        at->second.free.remove({0, at->second.bytes});
        ledger_.unmap(at->first, {0, at->second.bytes});
        unused_.insert(at->first);
        return segments_.erase(at);
    }

    Ledger& ledger_;
    FreeLists lists_;
    Segments segments_;
    std::set<int32_t> unused_;  // ordinals below the highest ever used that have no segment now
};

}  // namespace

std::unique_ptr<PoolSegments> makeClassicSegments(Ledger& ledger) {
    return std::make_unique<ClassicSegments>(ledger);
}

}  // namespace shardscope::core
