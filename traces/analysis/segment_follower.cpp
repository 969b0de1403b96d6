#include "traces/analysis/segment_follower.h"

#include <algorithm>

#include "core/engine/memory_pool_segments.h"

namespace shardscope::traces {

namespace {

/// Of a classic segment for @p bytes. Source: memory_pool.h, PyTorch's c10 CUDACachingAllocator.
int64_t segmentSize(int64_t bytes) {
    if (bytes <= core::kSmallLimit) return core::kSmallSegment;
    return bytes < core::kOwnSegmentFrom ? core::kLargeSegment
                                         : core::roundUp(bytes, core::kGranule);
}

int64_t roundedOf(const core::PoolCall& call) {
    return core::roundUp(call.requested, core::kBlockUnit);
}

}  // namespace

SegmentFollower::SegmentFollower(std::string_view policy) : classic_(policy == "classic") {}

const std::vector<SegmentChange>& SegmentFollower::take(const core::PoolCall& call,
                                                        int64_t reserved) {
    changes_.clear();
    if (call.block.offset < 0 || call.block.bytes <= 0) return changes_;
    Segment& segment = segments_[call.block.segment];
    if (!call.allocate) {
        segment.blocks.erase(call.block.offset);
        return changes_;
    }
    std::vector<ByteRun> missing = missingFor(call);
    int64_t mapped = 0;
    for (const ByteRun& run : missing) mapped += run.bytes();
    if (reserved_ + mapped != reserved) {  // it was refused first: what was free went back
        releaseFree();
        missing = missingFor(call);
    }
    map(call, missing);
    segment.blocks[call.block.offset] = call.block.offset + call.block.bytes;
    return changes_;
}

/// What of @p call's block is not mapped. A classic segment is mapped whole; one of another stream or
/// class is another segment, whose ordinal was given back in between.
std::vector<ByteRun> SegmentFollower::missingFor(const core::PoolCall& call) {
    const Segment& segment = segments_[call.block.segment];
    const int64_t begin = call.block.offset, end = begin + call.block.bytes;
    if (!classic_) {
        return segment.mapped.missingIn(
            {begin / core::kGranule * core::kGranule, core::roundUp(end, core::kGranule)});
    }
    const bool small = roundedOf(call) <= core::kSmallLimit;
    const bool same = segment.home == call.home.value && segment.small == small;
    if (same && end <= segment.mapped.end()) return {};
    return {{0, segmentSize(roundedOf(call))}};
}

/// Whole segments without a block; of expandable ones whole granules between blocks.
std::vector<ByteRun> SegmentFollower::freeRuns(const Segment& segment) const {
    if (classic_) return segment.blocks.empty() ? segment.mapped.all() : std::vector<ByteRun>{};
    std::vector<ByteRun> runs;
    for (const ByteRun& mapped : segment.mapped.all()) {
        int64_t begin = mapped.begin;
        const auto give = [&](int64_t end) {
            const ByteRun inside{core::roundUp(begin, core::kGranule),
                                 end / core::kGranule * core::kGranule};
            if (inside.begin < inside.end) runs.push_back(inside);
        };
        for (auto block = segment.blocks.lower_bound(begin);
             block != segment.blocks.end() && block->first < mapped.end; ++block) {
            give(block->first);
            begin = std::max(begin, block->second);
        }
        give(mapped.end);
    }
    return runs;
}

void SegmentFollower::releaseFree() {
    for (auto& [ordinal, segment] : segments_) {
        for (const ByteRun& run : freeRuns(segment)) change(ordinal, segment, false, run);
    }
}

void SegmentFollower::map(const core::PoolCall& call, const std::vector<ByteRun>& runs) {
    Segment& segment = segments_[call.block.segment];
    if (classic_ && !runs.empty()) {
        // Still there only where calls are missing.
        for (const ByteRun& run : segment.mapped.all())
            change(call.block.segment, segment, false, run);
        segment.blocks.clear();
    }
    for (const ByteRun& run : runs) change(call.block.segment, segment, true, run);
    segment.home = call.home.value;
    segment.small = roundedOf(call) <= core::kSmallLimit;
}

void SegmentFollower::change(int32_t ordinal, Segment& segment, bool mapped, ByteRun run) {
    changes_.push_back({.segment = ordinal, .mapped = mapped, .run = run});
    reserved_ -= segment.mapped.bytes();
    mapped ? segment.mapped.add(run) : segment.mapped.remove(run);
    reserved_ += segment.mapped.bytes();
}

}  // namespace shardscope::traces
