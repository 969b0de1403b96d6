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

/// When a bucket is full: before a parameter that would exceed the limit (DeepSpeed), or with the
/// parameter that reaches it (PyTorch's DDP, Megatron-LM).
enum class CloseRule : uint8_t { BeforeOverflow, AfterReaching };

/// `--bucket`: one a layer, or at most a number of elements. What follows `elements` are the habits of
/// systems; `--bucket` gives the first alone.
struct BucketSize {
    int64_t elements = 0;         ///< 0 = one a layer
    int64_t elementsPerRank = 0;  ///< the limit is at least so many elements times the ranks
    int64_t firstElements = 0;    ///< limit of the first bucket; 0 = as the others
    int64_t bytes = 0;            ///< instead of `elements`, until inElements()
    int64_t firstBytes = 0;       ///< instead of `firstElements`
    CloseRule close = CloseRule::BeforeOverflow;

    /// Bytes turned into elements of @p elementBytes each.
    BucketSize inElements(int64_t elementBytes) const;
    /// The limit of bucket @p index in elements; 0 = one a layer.
    int64_t limit(size_t index, int ranks) const;
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
    int shards = 0;               ///< parts that a bucket is split into; 0 = one a rank
    std::vector<Bucket> buckets;  ///< launch order: index 0 is ready first in backward

    int count() const { return static_cast<int>(buckets.size()); }
    const Bucket& operator[](BucketId id) const { return buckets[id.index()]; }
    int shardCount() const { return shards > 0 ? shards : ranks; }
    int64_t shardElements(BucketId id) const { return (*this)[id].elements / shardCount(); }
    /// Owner of bucket element @p offset in [0, E) where each bucket is split evenly.
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
/// Elements of @p range of a bucket that belong to parameters.
int64_t realElementsIn(const Bucket& bucket, const Range& range);

/// Buckets by the order in which backward finishes parameters. Parameters written by one operation
/// share a bucket; a tied parameter has its own. @param alignment elements that each parameter is
/// padded to: kAlignment, or kAlignment·N where parameters are split among ranks one by one.
/// Errors: InvalidInput for ranks < 1.
Result<BucketMap> buildBucketMap(const Graph& graph, BucketSize size, int ranks,
                                 int64_t alignment = kAlignment);

}  // namespace shardscope::core
