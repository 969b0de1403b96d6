#pragma once
// The shape of the gradient norm's sum, which is fixed so that every device gives the same bits.
//
// A block of 128 elements has 16 lanes: element i is added to lane i mod 16, then lanes are added
// pairwise, the far half to the near half. Up to 128 blocks are added in order to a group, up to 128
// groups in order to a section, and sections in order to the sum.

#include <cstdint>

namespace shardscope::gpu {

inline constexpr int kNormLanes = 16;
inline constexpr int kNormBlock = 128;    ///< elements
inline constexpr int kNormGroup = 128;    ///< blocks
inline constexpr int kNormSection = 128;  ///< groups
inline constexpr int64_t kNormGroupElements = int64_t{kNormBlock} * kNormGroup;

}  // namespace shardscope::gpu
