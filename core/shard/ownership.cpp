#include "core/shard/ownership.h"

#include <algorithm>
#include <queue>

namespace shardscope::core {

Range withWholeParameters(const Bucket& bucket, const Range& range) {
    Range whole = range;
    for (const Segment& segment : bucket.segments) {
        const int64_t end = segment.offset + segment.elements;
        if (segment.offset < whole.begin && end > whole.begin) whole.begin = segment.offset;
        if (segment.offset < whole.end && end > whole.end) whole.end = end;
    }
    return whole;
}

Ownership::Ownership(const BucketMap& map, ShardLayout layout)
    : map_(map), layout_(layout), flatOffset_(map.buckets.size()) {
    int64_t offset = 0;
    for (size_t b = map.buckets.size(); b-- > 0;) {
        flatOffset_[b] = offset;
        offset += map.buckets[b].elements;
    }
    if (layout == ShardLayout::WholeParameter) assignWholeParameters();
}

/// Largest first, each to the rank that has least so far; the lowest rank on ties.
void Ownership::assignWholeParameters() {
    struct Place {
        ParameterId parameter;
        size_t bucket = 0, segment = 0;
        int64_t elements = 0;
    };
    std::vector<Place> places;
    for (size_t b = 0; b < map_.buckets.size(); ++b) {
        const std::vector<Segment>& segments = map_.buckets[b].segments;
        ownerOfSegment_.emplace_back(segments.size());
        for (size_t s = 0; s < segments.size(); ++s) {
            places.push_back({.parameter = segments[s].parameter,
                              .bucket = b,
                              .segment = s,
                              .elements = segments[s].elements});
        }
    }
    std::ranges::sort(places, [](const Place& a, const Place& b) {
        return std::pair(-a.elements, a.parameter) < std::pair(-b.elements, b.parameter);
    });
    using Load = std::pair<int64_t, int32_t>;
    std::priority_queue<Load, std::vector<Load>, std::greater<>> loads;
    for (int32_t shard = 0; shard < map_.shardCount(); ++shard) loads.emplace(0, shard);
    for (const Place& place : places) {
        auto [load, shard] = loads.top();
        loads.pop();
        ownerOfSegment_[place.bucket][place.segment] = Rank{shard};
        loads.emplace(load + place.elements, shard);
    }
}

std::vector<Range> Ownership::contiguousRanges(BucketId bucket, Rank shard) const {
    const int64_t each = map_.elements() / map_.shardCount();
    const int64_t begin = std::max<int64_t>(each * shard.value - flatOffset(bucket), 0);
    const int64_t end =
        std::min(each * (shard.value + 1) - flatOffset(bucket), map_[bucket].elements);
    if (begin >= end) return {};
    return {{begin, end}};
}

std::vector<Range> Ownership::rangesOf(BucketId bucket, Rank shard) const {
    const Bucket& b = map_[bucket];
    std::vector<Range> ranges;
    switch (layout_) {
        case ShardLayout::None:
            return {{0, b.elements}};
        case ShardLayout::PerBucket: {
            const int64_t part = map_.shardElements(bucket);
            return {{part * shard.value, part * (shard.value + 1)}};
        }
        case ShardLayout::PerParameter:
            for (size_t s = 0; s < b.segments.size(); ++s) {
                const int64_t first = b.segments[s].offset;
                const int64_t end =
                    s + 1 < b.segments.size() ? b.segments[s + 1].offset : b.elements;
                const int64_t part = (end - first) / map_.shardCount();
                ranges.push_back({first + part * shard.value, first + part * (shard.value + 1)});
            }
            return ranges;
        case ShardLayout::Contiguous:
            return contiguousRanges(bucket, shard);
        case ShardLayout::WholeParameter:
            for (size_t s = 0; s < b.segments.size(); ++s) {
                if (ownerOfSegment_[bucket.index()][s] != shard) continue;
                const Segment& segment = b.segments[s];
                ranges.push_back({segment.offset, segment.offset + segment.elements});
            }
            return ranges;
    }
    broken("unknown shard layout");
}

std::vector<OwnedSlice> Ownership::slicesOf(BucketId bucket) const {
    std::vector<OwnedSlice> slices;
    for (int32_t shard = 0; shard < map_.shardCount(); ++shard) {
        for (const Range& range : rangesOf(bucket, Rank{shard})) {
            slices.push_back({.owner = Rank{shard}, .range = range});
        }
    }
    std::ranges::sort(slices, {}, [](const OwnedSlice& slice) { return slice.range.begin; });
    return slices;
}

}  // namespace shardscope::core
