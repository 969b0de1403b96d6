#include "core/engine/memory_pool_space.h"

#include <iterator>

namespace shardscope::core {

void FreeLists::insert(FreeListKey key, const Block& block) {
    entries_.insert({key, block.bytes, block.segment, block.offset});
}

void FreeLists::erase(FreeListKey key, const Block& block) {
    entries_.erase({key, block.bytes, block.segment, block.offset});
}

std::optional<Block> FreeLists::bestFit(FreeListKey key, int64_t bytes) const {
    const auto found = entries_.lower_bound({.key = key, .bytes = bytes});
    if (found == entries_.end() || found->key != key) return std::nullopt;
    return Block{found->segment, found->offset, found->bytes};
}

Extents::Change Extents::add(const Extent& extent) {
    Change change{.whole = extent, .parts = {}};
    auto next = extents_.lower_bound(extent.offset);
    if (next != extents_.begin()) {
        const auto previous = std::prev(next);
        const Extent left{previous->first, previous->second};
        if (left.end() > extent.offset) broken("pool: a block is freed that is free already");
        if (left.end() == extent.offset) {
            change.parts[0] = left;
            change.whole = {left.offset, left.bytes + extent.bytes};
            extents_.erase(previous);
        }
    }
    if (next != extents_.end()) {
        const Extent right{next->first, next->second};
        if (right.offset < extent.end()) broken("pool: a block is freed that is free already");
        if (right.offset == extent.end()) {
            change.parts[1] = right;
            change.whole.bytes += right.bytes;
            extents_.erase(next);
        }
    }
    extents_.emplace(change.whole.offset, change.whole.bytes);
    return change;
}

Extents::Change Extents::remove(const Extent& extent) {
    auto found = extents_.upper_bound(extent.offset);
    if (found == extents_.begin()) broken("pool: bytes are taken that are not free");
    --found;
    const Extent whole{found->first, found->second};
    if (whole.end() < extent.end()) broken("pool: bytes are taken that are not free");
    Change change{.whole = whole, .parts = {}};
    extents_.erase(found);
    if (whole.offset < extent.offset) {
        change.parts[0] = Extent{whole.offset, extent.offset - whole.offset};
    }
    if (extent.end() < whole.end()) {
        change.parts[1] = Extent{extent.end(), whole.end() - extent.end()};
    }
    for (const auto& part : change.parts) {
        if (part) extents_.emplace(part->offset, part->bytes);
    }
    return change;
}

std::optional<Extent> Extents::firstEndingAfter(int64_t offset) const {
    auto found = extents_.upper_bound(offset);
    if (found != extents_.begin()) {
        const auto previous = std::prev(found);
        if (previous->first + previous->second > offset) found = previous;
    }
    if (found == extents_.end()) return std::nullopt;
    return Extent{found->first, found->second};
}

FreeSpace::FreeSpace(FreeLists& lists, FreeListKey key, int32_t segment)
    : lists_(&lists), key_(key), segment_(segment) {}

void FreeSpace::add(const Extent& extent) {
    const Extents::Change change = extents_.add(extent);
    for (const auto& part : change.parts) {
        if (part) lists_->erase(key_, blockOf(*part));
    }
    lists_->insert(key_, blockOf(change.whole));
}

void FreeSpace::remove(const Extent& extent) {
    const Extents::Change change = extents_.remove(extent);
    lists_->erase(key_, blockOf(change.whole));
    for (const auto& part : change.parts) {
        if (part) lists_->insert(key_, blockOf(*part));
    }
}

Block FreeSpace::blockOf(const Extent& extent) const {
    return {segment_, extent.offset, extent.bytes};
}

}  // namespace shardscope::core
