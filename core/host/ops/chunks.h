#pragma once
// Walks long arrays in pieces that stay in the first-level cache while they are converted to fp32,
// worked on and rounded back. Internal to core/host/ops.

#include <algorithm>
#include <cstdint>

namespace shardscope::core::ops {

inline constexpr int64_t kChunkElements = 1024;

/// Staging for one piece of one operand.
struct Chunk {
    alignas(64) float values[kChunkElements];
    operator float*() { return values; }
};

/// Calls visit(first, count) over [0, elements) in order.
template <class Visit>
void forEachChunk(int64_t elements, Visit&& visit) {
    for (int64_t first = 0; first < elements; first += kChunkElements) {
        visit(first, std::min(kChunkElements, elements - first));
    }
}

}  // namespace shardscope::core::ops
