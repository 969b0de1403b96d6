#pragma once
// The pool's books: which bytes of a segment are free, and the free lists that best fit searches.
//
// Values of one rank's pool; its thread only. Everything is ordered by sizes, ordinals and offsets,
// never by an address, so that the same calls find the same block everywhere.

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include "core/base/ids.h"
#include "core/engine/memory_pool.h"

namespace shardscope::core {

enum class SizeClass : uint8_t { Small, Large };

/// Which free list: blocks never change between home streams, nor between classes.
struct FreeListKey {
    StreamId home;
    SizeClass sizeClass = SizeClass::Small;

    auto operator<=>(const FreeListKey&) const = default;
};

/// Bytes [offset, end) of a segment.
struct Extent {
    int64_t offset = 0;
    int64_t bytes = 0;

    int64_t end() const { return offset + bytes; }
    auto operator<=>(const Extent&) const = default;
};

/// All free blocks of a pool, in best-fit order: (block size, segment ordinal, offset) a list.
class FreeLists {
  public:
    void insert(FreeListKey key, const Block& block);
    void erase(FreeListKey key, const Block& block);
    /// The smallest block of at least @p bytes; the lowest ordinal, then offset, of equal ones.
    std::optional<Block> bestFit(FreeListKey key, int64_t bytes) const;

  private:
    struct Entry {
        FreeListKey key;
        int64_t bytes = 0;
        int32_t segment = -1;
        int64_t offset = 0;

        auto operator<=>(const Entry&) const = default;
    };
    std::set<Entry> entries_;
};

/// Disjoint extents, never touching: what touches is merged.
class Extents {
  public:
    /// What add and remove changed: one extent on one side, what is left and right of it on the other.
    struct Change {
        Extent whole;
        std::array<std::optional<Extent>, 2> parts;
    };
    /// Adds @p extent, which overlaps none. @return the merged extent, and the neighbours in it.
    Change add(const Extent& extent);
    /// Takes @p extent out of the one that contains it. @return that one, and what is left of it.
    Change remove(const Extent& extent);

    /// The first extent that ends behind @p offset.
    std::optional<Extent> firstEndingAfter(int64_t offset) const;
    const std::map<int64_t, int64_t>& all() const { return extents_; }  ///< offset → bytes

  private:
    std::map<int64_t, int64_t> extents_;
};

/// The free mapped bytes of one segment, kept in step with the pool's free lists.
class FreeSpace {
  public:
    /// @p lists must outlive this.
    FreeSpace(FreeLists& lists, FreeListKey key, int32_t segment);
    void add(const Extent& extent);
    void remove(const Extent& extent);
    const Extents& extents() const { return extents_; }

  private:
    Block blockOf(const Extent& extent) const;

    FreeLists* lists_;
    FreeListKey key_;
    int32_t segment_;
    Extents extents_;
};

}  // namespace shardscope::core
