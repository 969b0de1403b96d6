#include "core/shard/bucket_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "core/base/units.h"

namespace shardscope::core {

namespace {

/// Parameters whose gradients one operation writes; they never straddle buckets.
struct Unit {
    std::vector<ParameterId> parameters;  // in the order of their last write
    int bucketGroup = 0;
    bool tied = false;
    int64_t elements = 0;  // each parameter rounded up to the alignment
};

/// Parameters by operation, in the order in which backward writes them for the last time.
std::vector<Unit> unitsInBackwardOrder(const Graph& graph, int64_t alignment) {
    std::vector<std::vector<ParameterId>> written(graph.backward.size());
    std::vector<bool> seen(graph.parameters.size(), false);
    for (size_t i = graph.backward.size(); i-- > 0;) {
        for (TensorId id : operandsOf(graph.backward[i].operation, 0).writes) {
            const GraphTensor& tensor = graph.tensors[id.index()];
            if (tensor.role != TensorRole::Gradient || seen[tensor.parameter.index()]) continue;
            seen[tensor.parameter.index()] = true;
            written[i].push_back(tensor.parameter);
        }
    }
    std::vector<Unit> units;
    for (const auto& parameters : written) {
        if (parameters.empty()) continue;
        const Parameter& first = graph.parameters[parameters.front().index()];
        Unit unit{.parameters = parameters,
                  .bucketGroup = first.bucketGroup,
                  .tied = first.tied,
                  .elements = 0};
        for (ParameterId p : parameters) {
            unit.elements += roundUp(graph.parameters[p.index()].elements(), alignment);
        }
        units.push_back(std::move(unit));
    }
    return units;
}

/// Unused parameters get zeros, and still belong to a bucket (R12).
void addUnusedParameters(const Graph& graph, int64_t alignment, std::vector<Unit>& units) {
    std::vector<bool> used(graph.parameters.size(), false);
    for (const Unit& unit : units) {
        for (ParameterId p : unit.parameters) used[p.index()] = true;
    }
    for (size_t i = 0; i < used.size(); ++i) {
        if (used[i]) continue;
        const Parameter& p = graph.parameters[i];
        units.push_back({.parameters = {ParameterId{static_cast<int32_t>(i)}},
                         .bucketGroup = p.bucketGroup,
                         .tied = p.tied,
                         .elements = roundUp(p.elements(), alignment)});
    }
}

/// A layer's boundary, a tied parameter and a limit each start a new bucket.
bool startsNewBucket(const Unit& unit, const Unit* previous, int64_t filled, CloseRule close,
                     int64_t limit) {
    if (!previous || unit.tied || previous->tied) return true;
    if (limit == 0) return unit.bucketGroup != previous->bucketGroup;
    return close == CloseRule::AfterReaching ? filled >= limit : filled + unit.elements > limit;
}

void append(Bucket& bucket, const Unit& unit, const Graph& graph, int64_t alignment) {
    for (ParameterId p : unit.parameters) {
        const int64_t elements = graph.parameters[p.index()].elements();
        bucket.segments.push_back(
            {.parameter = p, .offset = bucket.elements, .elements = elements});
        bucket.elements += roundUp(elements, alignment);
        bucket.realElements += elements;
    }
    bucket.tied = bucket.tied || unit.tied;
}

}  // namespace

Result<BucketSize> parseBucketSize(std::string_view text, int64_t elementBytes,
                                   std::string_view where) {
    if (text == "layer") return BucketSize{};
    if (hasByteUnit(text)) {
        const Result<int64_t> bytes = parseBytes(text, where);
        if (!bytes) return tl::unexpected(bytes.error());
        return BucketSize{.elements = std::max<int64_t>(1, *bytes / elementBytes)};
    }
    int64_t elements = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), elements);
    if (error != std::errc() || end != text.data() + text.size() || elements < 1) {
        return invalidInput(std::string(where),
                            fmt::format("found \"{}\"; allowed: \"layer\", a number of elements "
                                        "from 1 on, or bytes such as 25MiB",
                                        text));
    }
    return BucketSize{.elements = elements};
}

BucketSize BucketSize::inElements(int64_t elementBytes) const {
    BucketSize size = *this;
    if (bytes > 0) size.elements = std::max<int64_t>(1, bytes / elementBytes);
    if (firstBytes > 0) size.firstElements = std::max<int64_t>(1, firstBytes / elementBytes);
    size.bytes = size.firstBytes = 0;
    return size;
}

int64_t BucketSize::limit(size_t index, int ranks) const {
    if (index == 0 && firstElements > 0) return firstElements;
    return std::max(elements, elementsPerRank * ranks);
}

Rank BucketMap::ownerOf(BucketId id, int64_t offset) const {
    return Rank{static_cast<int32_t>(offset / shardElements(id))};
}

BucketId BucketMap::bucketOf(ParameterId parameter) const {
    for (size_t b = 0; b < buckets.size(); ++b) {
        for (const Segment& segment : buckets[b].segments) {
            if (segment.parameter == parameter) return BucketId{static_cast<int32_t>(b)};
        }
    }
    broken("every parameter has a bucket");
}

const Segment& BucketMap::segmentOf(ParameterId parameter) const {
    for (const Segment& segment : (*this)[bucketOf(parameter)].segments) {
        if (segment.parameter == parameter) return segment;
    }
    broken("every parameter has a segment");
}

int64_t BucketMap::elements() const {
    int64_t sum = 0;
    for (const Bucket& bucket : buckets) sum += bucket.elements;
    return sum;
}

int64_t BucketMap::paddingElements() const {
    int64_t sum = 0;
    for (const Bucket& bucket : buckets) sum += bucket.elements - bucket.realElements;
    return sum;
}

std::string BucketMap::labelOf(BucketId id) const {
    return fmt::format("B{}", count() - 1 - id.value);
}

std::vector<Range> paddingRanges(const Bucket& bucket) {
    std::vector<Range> ranges;
    int64_t at = 0;
    for (const Segment& segment : bucket.segments) {
        if (segment.offset > at) ranges.push_back({at, segment.offset});
        at = segment.offset + segment.elements;
    }
    if (bucket.elements > at) ranges.push_back({at, bucket.elements});
    return ranges;
}

int64_t realElementsIn(const Bucket& bucket, const Range& range) {
    int64_t sum = 0;
    for (const Segment& segment : bucket.segments) {
        const int64_t begin = std::max(range.begin, segment.offset);
        const int64_t end = std::min(range.end, segment.offset + segment.elements);
        sum += std::max<int64_t>(0, end - begin);
    }
    return sum;
}

Result<BucketMap> buildBucketMap(const Graph& graph, BucketSize size, int ranks,
                                 int64_t alignment) {
    if (ranks < 1) {
        return invalidInput("--ranks", fmt::format("found {}; allowed: from 1 on", ranks));
    }
    std::vector<Unit> units = unitsInBackwardOrder(graph, alignment);
    addUnusedParameters(graph, alignment, units);
    BucketMap map;
    map.ranks = ranks;
    const Unit* previous = nullptr;
    for (const Unit& unit : units) {
        const int64_t filled = map.buckets.empty() ? 0 : map.buckets.back().elements;
        const size_t last = map.buckets.empty() ? 0 : map.buckets.size() - 1;
        if (startsNewBucket(unit, previous, filled, size.close, size.limit(last, ranks))) {
            map.buckets.emplace_back();
        }
        append(map.buckets.back(), unit, graph, alignment);
        previous = &unit;
    }
    for (Bucket& bucket : map.buckets) {
        bucket.elements = roundUp(bucket.elements, kAlignment * ranks);
    }
    return map;
}

}  // namespace shardscope::core
