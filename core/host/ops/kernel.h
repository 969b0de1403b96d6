#pragma once
// How inner loops are compiled, and their fixed reduction lanes. Internal to core/host/ops.
//
// A kernel is built for several instruction sets and picked when the program is loaded, so a binary
// built anywhere uses AVX-512 where it is present. Helpers called inside are always inlined, because
// a lambda or an ordinary function would be built for the oldest instruction set only. Products and
// sums are never contracted into fused ones (-ffp-contract=off), so all versions give the same bits.

#include <cstdint>

// The resolver behind target_clones runs before a sanitizer's runtime is ready.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define SHARDSCOPE_KERNEL \
    __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define SHARDSCOPE_KERNEL
#endif

namespace shardscope::core::ops {

/// Partial sums of a reduction: element i goes to lane i mod kLanes, whatever the instruction set.
inline constexpr int kLanes = 16;

/// The lanes' sum, as a fixed tree. Destroys @p lanes.
[[gnu::always_inline]] inline float sumLanes(float (&lanes)[kLanes]) {
    for (int width = kLanes / 2; width > 0; width /= 2) {
        for (int lane = 0; lane < width; ++lane) lanes[lane] += lanes[lane + width];
    }
    return lanes[0];
}

}  // namespace shardscope::core::ops
