#pragma once
// The runs of an expandable segment: maximal stretches without a live block, mapped or not.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/engine/memory_pool_space.h"

namespace shardscope::core {

/// Lengths at positions; finds the lowest position with a length of at least n in O(log positions).
/// A binary trie over the positions, each node knowing the longest length below it.
class LowestFit {
  public:
    /// @param positions the allowed ones are 0 … positions - 1; nodes exist only where one was set.
    explicit LowestFit(int64_t positions);
    /// @param length 0 takes the position out.
    void set(int64_t position, int64_t length);
    std::optional<int64_t> lowest(int64_t length) const;

  private:
    struct Node {
        int64_t longest = 0;
        std::array<int32_t, 2> child{-1, -1};
    };
    int32_t childOf(int32_t node, size_t side);
    int64_t longestBelow(int32_t node, size_t side) const;

    int depth_ = 0;
    std::vector<Node> nodes_;
};

class Runs {
  public:
    /// One run over the whole segment of @p reserve bytes (a multiple of 512).
    explicit Runs(int64_t reserve);
    void take(const Extent& extent);  ///< becomes live; lies within one run
    void give(const Extent& extent);  ///< is no longer live
    /// Start of the lowest run of at least @p bytes.
    std::optional<int64_t> lowest(int64_t bytes) const;

  private:
    void enter(const Extent& run, int64_t bytes);

    Extents runs_;
    LowestFit index_;
};

}  // namespace shardscope::core
