#pragma once
// The pool's books: which bytes of a segment are free, and the free lists that best fit searches.
//
// Values of one rank's pool; its thread only. Everything is ordered by sizes, ordinals and offsets,
// never by an address, so that the same calls find the same block everywhere. A pool of a training
// step has few free blocks (tens), so sorted vectors hold them: on a step of a model with 32 layers
// four times as fast as trees.

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

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
    /// erase(@p from) and insert(@p to), moving only what lies between them.
    void replace(FreeListKey key, const Block& from, const Block& to);
    /// The smallest block of at least @p bytes; the lowest ordinal, then offset, of equal ones.
    std::optional<Block> bestFit(FreeListKey key, int64_t bytes);

  private:
    struct Entry {
        int64_t bytes = 0;
        int32_t segment = -1;
        int64_t offset = 0;

        auto operator<=>(const Entry&) const = default;
    };
    struct List {
        std::vector<Entry> entries;  ///< sorted
        size_t lastFit = 0;          ///< what bestFit found last: mostly what changes next
    };
    static size_t find(const List& list, const Entry& entry);
    static Entry entryOf(const Block& block) { return {block.bytes, block.segment, block.offset}; }
    static size_t indexOf(FreeListKey key) {
        return key.home.index() * 2 + static_cast<size_t>(key.sizeClass);
    }
    std::array<List, size_t{kStreams} * 2> lists_;
};

/// Disjoint extents, never touching: what touches is merged.
class Extents {
  public:
    /// What add and remove changed: one extent on one side, what is left and right of it on the other
    /// (0 bytes: nothing).
    struct Change {
        Extent whole, left, right;
    };
    /// Adds @p extent, which overlaps none. @return the merged extent, and the neighbours in it.
    Change add(const Extent& extent);
    /// Takes @p extent out of the one that contains it. @return that one, and what is left of it.
    Change remove(const Extent& extent);

    /// The first extent that ends behind @p offset.
    std::optional<Extent> firstEndingAfter(int64_t offset) const;
    const std::vector<Extent>& all() const { return extents_; }  ///< by offset

  private:
    void place(std::vector<Extent>::iterator next, const Change& change);

    std::vector<Extent> extents_;
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
