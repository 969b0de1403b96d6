#pragma once
// The pool's books: every byte of every segment, in blocks that know their neighbours, and the free lists
// that best fit searches.
//
// Values of one rank's pool; its thread only. Everything is ordered by sizes, ordinals and offsets,
// never by an address, so that the same calls find the same block everywhere. A block is found by its
// number, its neighbours by theirs, and free blocks lie in bins by size: no call searches what is not
// about as large as what it asks for.

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
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
    size_t index() const { return home.index() * 2 + static_cast<size_t>(sizeClass); }
};
inline constexpr size_t kFreeLists = size_t{kStreams} * 2;

/// A block's number in the table. It stays a block's own until the block is gone.
using BlockNumber = int32_t;
inline constexpr BlockNumber kNoBlock = -1;

enum class BlockState : uint8_t { Unmapped, Free, Live };

struct BlockEntry {
    int64_t offset = 0, bytes = 0;
    int32_t segment = -1;
    BlockNumber before = kNoBlock, after = kNoBlock;  ///< neighbours in the segment
    int32_t slot = -1;                                ///< in its bin, when free
    BlockState state = BlockState::Unmapped;
    uint8_t list = 0;  ///< FreeListKey::index()

    int64_t end() const { return offset + bytes; }
};

/// The free blocks of one list.
class FreeBins {
  public:
    struct Listed {
        int64_t bytes = 0;
        uint64_t place = 0;  ///< ordinal, then offset
        BlockNumber number = kNoBlock;

        bool before(const Listed& other) const {
            return bytes != other.bytes ? bytes < other.bytes : place < other.place;
        }
    };
    /// @return its slot.
    int32_t add(const BlockEntry& block, BlockNumber number);
    /// @return the block that has its slot now, or kNoBlock.
    BlockNumber remove(const BlockEntry& block);
    /// The smallest block of at least @p bytes; the lowest ordinal, then offset, of equal ones.
    BlockNumber bestFit(int64_t bytes) const;
    /// Appends all of at least @p bytes, in no order.
    void collect(int64_t bytes, std::vector<Listed>& out) const;

  private:
    static constexpr size_t kBins = 320;  // eight an octave of 512 B units
    static size_t binOf(int64_t bytes);
    size_t nextFilled(size_t from) const;

    std::array<std::vector<Listed>, kBins> bins_;
    std::array<uint64_t, kBins / 64> filled_{};
};

class BlockTable {
  public:
    const BlockEntry& operator[](BlockNumber number) const {
        return entries_[static_cast<size_t>(number)];
    }
    /// One block of @p bytes. @return its number: whatever begins at the segment's start keeps it.
    BlockNumber addSegment(int32_t ordinal, FreeListKey key, int64_t bytes, BlockState state);
    /// @p whole is all of its segment, and not live.
    void removeSegment(BlockNumber whole);

    /// The smallest free block of at least @p bytes, the lowest place of equal ones, or kNoBlock.
    BlockNumber bestFit(FreeListKey key, int64_t bytes) const {
        return lists_[key.index()].bestFit(bytes);
    }
    /// The first block of the segment's lowest run of free and unmapped ones that has @p bytes and of
    /// which one is unmapped, or kNoBlock.
    BlockNumber lowestRun(int32_t ordinal, int64_t bytes) const;
    /// Free blocks of at least @p bytes, by ordinal, then offset.
    std::vector<BlockNumber> freeBlocks(int64_t bytes) const;

    /// Makes the first @p bytes of a free block live; what is left stays free.
    void take(BlockNumber free, int64_t bytes);
    /// Merges a live block with its free neighbours.
    void free(BlockNumber live);
    /// Makes part of a block that is not live free or unmapped, and merges it with what is alike.
    void convert(BlockNumber number, int64_t offset, int64_t bytes, BlockState to);

    Block blockOf(BlockNumber number) const {
        const BlockEntry& e = (*this)[number];
        return {e.segment, e.offset, e.bytes};
    }

  private:
    BlockEntry& at(BlockNumber number) { return entries_[static_cast<size_t>(number)]; }
    BlockNumber newEntry(const BlockEntry& entry);
    BlockNumber split(BlockNumber number, int64_t bytes);
    BlockNumber merge(BlockNumber number);
    void absorbNext(BlockNumber number);
    void list(BlockNumber number);
    void unlist(BlockNumber number);

    std::vector<BlockEntry> entries_;
    std::vector<BlockNumber> unused_;
    std::array<FreeBins, kFreeLists> lists_;
    std::vector<std::vector<BlockNumber>> unmapped_;  ///< by ordinal; by offset
};

}  // namespace shardscope::core
