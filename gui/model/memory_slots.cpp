#include "gui/model/memory_slots.h"

#include <algorithm>

namespace shardscope::gui {
namespace {

constexpr int64_t kSlotsAColumn = 4;

}  // namespace

size_t MemorySlots::slotOf(int64_t timeNs, int64_t slotNs, size_t count) const {
    if (timeNs <= grid_.beginNs) return 0;
    return std::min(count, static_cast<size_t>((timeNs - grid_.beginNs) / slotNs));
}

/// What was live before it is live where a slot begins.
void MemorySlots::enter(size_t slot) {
    while (at_ < slot) levels_[0][++at_].widen(last_);
}

void MemorySlots::add(int64_t timeNs, int64_t live, uint32_t index) {
    if (grid_.count == 0) return;
    enter(slotOf(timeNs, grid_.slotNs, grid_.count - 1));
    last_ = {.most = live, .least = live, .mostAt = index};
    levels_[0][at_].widen(last_);
}

void MemorySlots::close() {
    if (grid_.count == 0) return;
    if (!last_.empty()) enter(grid_.count - 1);
    summarise();
}

void MemorySlots::merge(const MemorySlots& other) {
    for (size_t i = 0; i < grid_.count; ++i) levels_[0][i].widen(other.levels_[0][i]);
    last_.widen(other.last_);
    levels_.resize(1);
    summarise();
}

void MemorySlots::summarise() {
    while (levels_.back().size() > 1) {
        const std::vector<MemorySlot>& below = levels_.back();
        std::vector<MemorySlot> level((below.size() + 1) / 2);
        for (size_t i = 0; i < below.size(); ++i) level[i / 2].widen(below[i]);
        levels_.push_back(std::move(level));
    }
}

int MemorySlots::levelFor(int64_t columnNs) const {
    if (grid_.count == 0 || columnNs < kSlotsAColumn * grid_.slotNs) return -1;
    int level = 0;
    while (level + 1 < static_cast<int>(levels_.size()) &&
           columnNs >= kSlotsAColumn * (grid_.slotNs << (level + 1))) {
        ++level;
    }
    return level;
}

MemorySlot MemorySlots::in(int level, int64_t beginNs, int64_t endNs) const {
    const std::vector<MemorySlot>& timeSlots = levels_[static_cast<size_t>(level)];
    const int64_t slotNs = grid_.slotNs << level;
    const size_t from = slotOf(beginNs, slotNs, timeSlots.size() - 1);
    const size_t to = std::max(from + 1, slotOf(endNs, slotNs, timeSlots.size()));
    MemorySlot all;
    if (endNs <= grid_.beginNs) return all;
    if (beginNs >= grid_.endNs()) return last_;
    for (size_t i = from; i < to; ++i) all.widen(timeSlots[i]);
    return all;
}

size_t MemorySlots::sizeBytes() const {
    size_t bytes = 0;
    for (const auto& level : levels_) bytes += level.capacity() * sizeof(MemorySlot);
    return bytes;
}

}  // namespace shardscope::gui
