#include "core/engine/memory_pool_space.h"

#include <algorithm>
#include <iterator>

namespace shardscope::core {

void FreeLists::insert(FreeListKey key, const Block& block) {
    std::vector<Entry>& entries = lists_[indexOf(key)].entries;
    entries.insert(std::ranges::lower_bound(entries, entryOf(block)), entryOf(block));
}

size_t FreeLists::find(const List& list, const Entry& entry) {
    const std::vector<Entry>& entries = list.entries;
    if (list.lastFit < entries.size() && entries[list.lastFit] == entry) return list.lastFit;
    return static_cast<size_t>(std::ranges::lower_bound(entries, entry) - entries.begin());
}

void FreeLists::erase(FreeListKey key, const Block& block) {
    List& list = lists_[indexOf(key)];
    const size_t at = find(list, entryOf(block));
    list.entries.erase(list.entries.begin() + static_cast<std::ptrdiff_t>(at));
}

/// Mostly few lie between the two: moved one by one, they need not be searched.
void FreeLists::replace(FreeListKey key, const Block& from, const Block& to) {
    List& list = lists_[indexOf(key)];
    std::vector<Entry>& entries = list.entries;
    const Entry entry = entryOf(to);
    size_t at = find(list, entryOf(from));
    for (; at > 0 && entry < entries[at - 1]; --at) entries[at] = entries[at - 1];
    for (; at + 1 < entries.size() && entries[at + 1] < entry; ++at) entries[at] = entries[at + 1];
    entries[at] = entry;
}

std::optional<Block> FreeLists::bestFit(FreeListKey key, int64_t bytes) {
    List& list = lists_[indexOf(key)];
    const auto found = std::ranges::lower_bound(list.entries, bytes, {}, &Entry::bytes);
    if (found == list.entries.end()) return std::nullopt;
    list.lastFit = static_cast<size_t>(found - list.entries.begin());
    return Block{found->segment, found->offset, found->bytes};
}

Extents::Change Extents::add(const Extent& extent) {
    const auto next = std::ranges::lower_bound(extents_, extent.offset, {}, &Extent::offset);
    Change change{.whole = extent, .left = {}, .right = {}};
    if (next != extents_.begin()) {
        const Extent& left = *std::prev(next);
        if (left.end() > extent.offset) broken("pool: a block is freed that is free already");
        if (left.end() == extent.offset) {
            change.left = left;
            change.whole = {left.offset, left.bytes + extent.bytes};
        }
    }
    if (next != extents_.end()) {
        if (next->offset < extent.end()) broken("pool: a block is freed that is free already");
        if (next->offset == extent.end()) {
            change.right = *next;
            change.whole.bytes += next->bytes;
        }
    }
    place(next, change);
    return change;
}

/// Puts the merged extent where its parts were, or before @p next when it has none.
void Extents::place(std::vector<Extent>::iterator next, const Change& change) {
    if (change.left.bytes > 0) {
        *std::prev(next) = change.whole;
        if (change.right.bytes > 0) extents_.erase(next);
    } else if (change.right.bytes > 0) {
        *next = change.whole;
    } else {
        extents_.insert(next, change.whole);
    }
}

Extents::Change Extents::remove(const Extent& extent) {
    auto found = std::ranges::upper_bound(extents_, extent.offset, {}, &Extent::offset);
    if (found == extents_.begin()) broken("pool: bytes are taken that are not free");
    --found;
    const Extent whole = *found;
    if (whole.end() < extent.end()) broken("pool: bytes are taken that are not free");
    const Change change{.whole = whole,
                        .left = {whole.offset, extent.offset - whole.offset},
                        .right = {extent.end(), whole.end() - extent.end()}};
    if (change.left.bytes > 0 && change.right.bytes > 0) {
        *found = change.left;
        extents_.insert(std::next(found), change.right);
    } else if (change.left.bytes > 0 || change.right.bytes > 0) {
        *found = change.left.bytes > 0 ? change.left : change.right;
    } else {
        extents_.erase(found);
    }
    return change;
}

std::optional<Extent> Extents::firstEndingAfter(int64_t offset) const {
    const auto found = std::ranges::upper_bound(extents_, offset, {}, &Extent::end);
    if (found == extents_.end()) return std::nullopt;
    return *found;
}

FreeSpace::FreeSpace(FreeLists& lists, FreeListKey key, int32_t segment)
    : lists_(&lists), key_(key), segment_(segment) {}

void FreeSpace::add(const Extent& extent) {
    const Extents::Change change = extents_.add(extent);
    const bool left = change.left.bytes > 0, right = change.right.bytes > 0;
    if (left && right) lists_->erase(key_, blockOf(change.right));
    if (left || right) {
        lists_->replace(key_, blockOf(left ? change.left : change.right), blockOf(change.whole));
    } else {
        lists_->insert(key_, blockOf(change.whole));
    }
}

void FreeSpace::remove(const Extent& extent) {
    const Extents::Change change = extents_.remove(extent);
    const bool left = change.left.bytes > 0, right = change.right.bytes > 0;
    if (left || right) {
        lists_->replace(key_, blockOf(change.whole), blockOf(left ? change.left : change.right));
    } else {
        lists_->erase(key_, blockOf(change.whole));
    }
    if (left && right) lists_->insert(key_, blockOf(change.right));
}

Block FreeSpace::blockOf(const Extent& extent) const {
    return {segment_, extent.offset, extent.bytes};
}

}  // namespace shardscope::core
