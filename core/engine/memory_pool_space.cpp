#include "core/engine/memory_pool_space.h"

#include <algorithm>
#include <iterator>

namespace shardscope::core {

void FreeLists::insert(FreeListKey key, const Block& block) {
    std::vector<Entry>& list = lists_[indexOf(key)];
    list.insert(std::ranges::lower_bound(list, entryOf(block)), entryOf(block));
}

void FreeLists::erase(FreeListKey key, const Block& block) {
    std::vector<Entry>& list = lists_[indexOf(key)];
    list.erase(std::ranges::lower_bound(list, entryOf(block)));
}

void FreeLists::replace(FreeListKey key, const Block& from, const Block& to) {
    std::vector<Entry>& list = lists_[indexOf(key)];
    const auto old = std::ranges::lower_bound(list, entryOf(from));
    if (entryOf(to) < entryOf(from)) {
        const auto place = std::lower_bound(list.begin(), old, entryOf(to));
        std::move_backward(place, old, std::next(old));
        *place = entryOf(to);
    } else {
        const auto place = std::lower_bound(std::next(old), list.end(), entryOf(to));
        *std::move(std::next(old), place, old) = entryOf(to);
    }
}

std::optional<Block> FreeLists::bestFit(FreeListKey key, int64_t bytes) const {
    const std::vector<Entry>& list = lists_[indexOf(key)];
    const auto found = std::ranges::lower_bound(list, bytes, {}, &Entry::bytes);
    if (found == list.end()) return std::nullopt;
    return Block{found->segment, found->offset, found->bytes};
}

Extents::Change Extents::add(const Extent& extent) {
    Change change{.whole = extent, .parts = {}};
    auto next = std::ranges::lower_bound(extents_, extent.offset, {}, &Extent::offset);
    if (next != extents_.begin()) {
        const Extent left = *std::prev(next);
        if (left.end() > extent.offset) broken("pool: a block is freed that is free already");
        if (left.end() == extent.offset) {
            change.parts[0] = left;
            change.whole = {left.offset, left.bytes + extent.bytes};
        }
    }
    if (next != extents_.end()) {
        if (next->offset < extent.end()) broken("pool: a block is freed that is free already");
        if (next->offset == extent.end()) {
            change.parts[1] = *next;
            change.whole.bytes += next->bytes;
        }
    }
    place(next, change);
    return change;
}

/// Puts the merged extent where its parts were, or before @p next when it has none.
void Extents::place(std::vector<Extent>::iterator next, const Change& change) {
    if (change.parts[0]) {
        *std::prev(next) = change.whole;
        if (change.parts[1]) extents_.erase(next);
    } else if (change.parts[1]) {
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
    Change change{.whole = whole, .parts = {}};
    if (whole.offset < extent.offset) {
        change.parts[0] = Extent{whole.offset, extent.offset - whole.offset};
    }
    if (extent.end() < whole.end()) {
        change.parts[1] = Extent{extent.end(), whole.end() - extent.end()};
    }
    if (change.parts[0] && change.parts[1]) {
        *found = *change.parts[0];
        extents_.insert(std::next(found), *change.parts[1]);
    } else if (change.parts[0] || change.parts[1]) {
        *found = change.parts[0] ? *change.parts[0] : *change.parts[1];
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
    const auto& [left, right] = change.parts;
    if (left && right) lists_->erase(key_, blockOf(*right));
    if (left || right) {
        lists_->replace(key_, blockOf(left ? *left : *right), blockOf(change.whole));
    } else {
        lists_->insert(key_, blockOf(change.whole));
    }
}

void FreeSpace::remove(const Extent& extent) {
    const Extents::Change change = extents_.remove(extent);
    const auto& [left, right] = change.parts;
    if (left && right) lists_->insert(key_, blockOf(*right));
    if (left || right) {
        lists_->replace(key_, blockOf(change.whole), blockOf(left ? *left : *right));
    } else {
        lists_->erase(key_, blockOf(change.whole));
    }
}

Block FreeSpace::blockOf(const Extent& extent) const {
    return {segment_, extent.offset, extent.bytes};
}

}  // namespace shardscope::core
