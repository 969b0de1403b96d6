#pragma once
// Live bytes over equal slots of time, level upon level: the columns of a picture of many calls are cut
// from it without a look at the calls. Of one rank, or of several at once. Built once; any thread.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace shardscope::gui {

/// The slots that all ranks of a recording share.
struct SlotGrid {
    int64_t beginNs = 0, slotNs = 1;
    size_t count = 0;

    int64_t endNs() const { return beginNs + slotNs * static_cast<int64_t>(count); }
};

/// What was live at some time in a slot, from its begin on.
struct MemorySlot {
    int64_t most = INT64_MIN, least = INT64_MAX;
    uint32_t mostAt = 0;  ///< the first call that left so much; of one rank only

    bool empty() const { return most < least; }
    void widen(const MemorySlot& other) {
        if (other.most > most) {
            most = other.most;
            mostAt = other.mostAt;
        }
        if (other.least < least) least = other.least;
    }
};

class MemorySlots {
  public:
    MemorySlots() = default;
    /// Empty slots.
    explicit MemorySlots(const SlotGrid& grid) : grid_(grid), levels_{{}} {
        levels_[0].resize(grid.count);
    }

    /// Call @p index, at @p timeNs, left @p live bytes. Calls of one rank come in order of time.
    void add(int64_t timeNs, int64_t live, uint32_t index);
    /// No call comes any more: the last one's bytes stay.
    void close();
    /// Takes in another rank's slots of the same grid, closed.
    void merge(const MemorySlots& other);

    /// The level from which columns of @p columnNs are cut; -1: such columns are too narrow.
    int levelFor(int64_t columnNs) const;
    /// What is live in [beginNs, endNs): edges are off by less than a quarter of a column. Columns one
    /// after the other share no slot.
    MemorySlot in(int level, int64_t beginNs, int64_t endNs) const;
    size_t sizeBytes() const;

  private:
    size_t slotOf(int64_t timeNs, int64_t slotNs, size_t count) const;
    void enter(size_t slot);
    void summarise();

    SlotGrid grid_;
    std::vector<std::vector<MemorySlot>> levels_;  ///< each of half as many slots as the one before
    size_t at_ = 0;                                ///< where calls are added
    MemorySlot last_;                              ///< what the last call left
};

}  // namespace shardscope::gui
