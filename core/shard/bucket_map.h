#pragma once
// Where each parameter's elements live: buckets in launch order, offsets, padding, owners.
//
// One map serves all strategies of a run (also stage 0 and N = 1). Each parameter starts on 128
// elements; each bucket is padded to 128·N; bucket element e belongs to rank e / (E/N).

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/graph.h"

namespace shardscope::core {

inline constexpr int64_t kAlignment = 128;  ///< elements

/// `--bucket`: one a layer, or at most a number of elements.
struct BucketSize {
    int64_t elements = 0;  ///< 0 = one a layer

    bool operator==(const BucketSize&) const = default;
};
/// "layer", "1000000" (elements) or "25MiB" (bytes of @p elementBytes each).
Result<BucketSize> parseBucketSize(std::string_view text, int64_t elementBytes,
                                   std::string_view where);

struct Segment {  ///< one parameter's place in its bucket
    ParameterId parameter;
    int64_t offset = 0;  ///< elements from the bucket's start, a multiple of 128
    int64_t elements = 0;

    bool operator==(const Segment&) const = default;
};

struct Bucket {
    std::vector<Segment> segments;  ///< by offset
    int64_t elements = 0;           ///< E: padded, a multiple of 128·N
    int64_t realElements = 0;
    bool tied = false;

    bool operator==(const Bucket&) const = default;
};

struct BucketMap {
    int ranks = 1;
    std::vector<Bucket> buckets;  ///< launch order: index 0 is ready first in backward

    int count() const { return static_cast<int>(buckets.size()); }
    const Bucket& operator[](BucketId id) const { return buckets[id.index()]; }
    int64_t shardElements(BucketId id) const { return (*this)[id].elements / ranks; }
    /// Owner of bucket element @p offset in [0, E).
    Rank ownerOf(BucketId id, int64_t offset) const;
    BucketId bucketOf(ParameterId parameter) const;
    const Segment& segmentOf(ParameterId parameter) const;
    int64_t elements() const;         ///< ΣE
    int64_t paddingElements() const;  ///< ΣE − Ψ
    /// What people read: the bucket of the last layer has the highest number, so that backward runs
    /// B6 … B0.
    std::string labelOf(BucketId id) const;

    bool operator==(const BucketMap&) const = default;
};

struct Range {  ///< half-open, elements
    int64_t begin = 0, end = 0;
    bool operator==(const Range&) const = default;
};
/// The parts of a bucket that hold no parameter, by offset.
std::vector<Range> paddingRanges(const Bucket& bucket);

/// Buckets by the order in which backward finishes parameters. Parameters written by one operation
/// share a bucket; a tied parameter has its own. Errors: InvalidInput for ranks < 1.
Result<BucketMap> buildBucketMap(const Graph& graph, BucketSize size, int ranks);

}  // namespace shardscope::core
