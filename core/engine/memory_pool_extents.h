#pragma once
// Bytes of a segment as extents: what a source has mapped. Values, of one thread.

#include <compare>
#include <cstdint>
#include <vector>

namespace shardscope::core {

/// Bytes [offset, end) of a segment.
struct Extent {
    int64_t offset = 0;
    int64_t bytes = 0;

    int64_t end() const { return offset + bytes; }
    auto operator<=>(const Extent&) const = default;
};

/// Disjoint extents, never touching: what touches is merged.
class Extents {
  public:
    /// Adds @p extent, which overlaps none.
    void add(const Extent& extent);
    /// Takes @p extent out of the one that contains it.
    void remove(const Extent& extent);
    const std::vector<Extent>& all() const { return extents_; }  ///< by offset

  private:
    std::vector<Extent> extents_;
};

}  // namespace shardscope::core
