#pragma once
// The parameters inside a range of a bucket. Internal to core/host/ops.

#include <algorithm>

#include "core/shard/bucket_map.h"

namespace shardscope::core::ops {

/// A run of one parameter's elements.
struct BucketPart {
    ParameterId parameter;
    int64_t inRange = 0;      ///< elements from the range's start
    int64_t inParameter = 0;  ///< elements from the parameter's start
    int64_t elements = 0;
};

/// Calls visit(BucketPart) for every parameter that has elements in [first, first+elements) of
/// @p bucket, by offset. Padding is passed over.
template <class Visit>
void forEachPart(const Bucket& bucket, int64_t first, int64_t elements, Visit&& visit) {
    for (const Segment& segment : bucket.segments) {
        const int64_t begin = std::max(segment.offset, first);
        const int64_t end = std::min(segment.offset + segment.elements, first + elements);
        if (begin >= end) continue;
        visit(BucketPart{.parameter = segment.parameter,
                         .inRange = begin - first,
                         .inParameter = begin - segment.offset,
                         .elements = end - begin});
    }
}

}  // namespace shardscope::core::ops
