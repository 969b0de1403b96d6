#include "core/engine/memory_pool_blocks.h"

#include <algorithm>
#include <bit>

namespace shardscope::core {

namespace {

constexpr int64_t kUnit = 512;        // every block starts and ends on it
constexpr int kPlaceOffsetBits = 40;  // 512 TiB a segment
constexpr int kMantissaBits = 3;      // of a bin: eight an octave
constexpr size_t kWordBits = 64;

uint64_t placeOf(const BlockEntry& block) {
    return static_cast<uint64_t>(block.segment) << kPlaceOffsetBits |
           static_cast<uint64_t>(block.offset / kUnit);
}

}  // namespace

size_t FreeBins::binOf(int64_t bytes) {
    const auto units = static_cast<uint64_t>(bytes / kUnit);
    const int beyond = static_cast<int>(std::bit_width(units)) - (kMantissaBits + 1);
    if (beyond <= 0) return units;
    return (static_cast<size_t>(beyond) << kMantissaBits) + (units >> beyond);
}

int32_t FreeBins::add(const BlockEntry& block, BlockNumber number) {
    const size_t bin = binOf(block.bytes);
    bins_[bin].push_back({block.bytes, placeOf(block), number});
    filled_[bin / kWordBits] |= uint64_t{1} << (bin % kWordBits);
    return static_cast<int32_t>(bins_[bin].size()) - 1;
}

BlockNumber FreeBins::remove(const BlockEntry& block) {
    const size_t bin = binOf(block.bytes);
    std::vector<Listed>& listed = bins_[bin];
    const auto slot = static_cast<size_t>(block.slot);
    BlockNumber moved = kNoBlock;
    if (slot + 1 < listed.size()) {
        listed[slot] = listed.back();
        moved = listed[slot].number;
    }
    listed.pop_back();
    if (listed.empty()) filled_[bin / kWordBits] &= ~(uint64_t{1} << (bin % kWordBits));
    return moved;
}

/// kBins when there is none.
size_t FreeBins::nextFilled(size_t from) const {
    for (size_t word = from / kWordBits; word < filled_.size(); ++word) {
        uint64_t bits = filled_[word];
        if (word == from / kWordBits) bits &= ~uint64_t{0} << (from % kWordBits);
        if (bits != 0) return word * kWordBits + static_cast<size_t>(std::countr_zero(bits));
    }
    return kBins;
}

BlockNumber FreeBins::bestFit(int64_t bytes) const {
    for (size_t bin = nextFilled(binOf(bytes)); bin < kBins; bin = nextFilled(bin + 1)) {
        const Listed* best = nullptr;
        for (const Listed& listed : bins_[bin]) {
            if (listed.bytes >= bytes && (!best || listed.before(*best))) best = &listed;
        }
        if (best) return best->number;  // only the first bin has blocks that are too small
    }
    return kNoBlock;
}

void FreeBins::collect(int64_t bytes, std::vector<Listed>& out) const {
    for (size_t bin = nextFilled(binOf(bytes)); bin < kBins; bin = nextFilled(bin + 1)) {
        std::ranges::copy_if(bins_[bin], std::back_inserter(out),
                             [bytes](const Listed& listed) { return listed.bytes >= bytes; });
    }
}

BlockNumber BlockTable::newEntry(const BlockEntry& entry) {
    if (unused_.empty()) {
        entries_.push_back(entry);
        return static_cast<BlockNumber>(entries_.size()) - 1;
    }
    const BlockNumber number = unused_.back();
    unused_.pop_back();
    at(number) = entry;
    return number;
}

BlockNumber BlockTable::addSegment(int32_t ordinal, FreeListKey key, int64_t bytes,
                                   BlockState state) {
    if (unmapped_.size() <= static_cast<size_t>(ordinal)) {
        unmapped_.resize(static_cast<size_t>(ordinal) + 1);
    }
    const BlockNumber number = newEntry({.bytes = bytes,
                                         .segment = ordinal,
                                         .state = state,
                                         .list = static_cast<uint8_t>(key.index())});
    list(number);
    return number;
}

void BlockTable::removeSegment(BlockNumber whole) {
    unlist(whole);
    unused_.push_back(whole);
}

/// Puts a block that is not live where it is found.
void BlockTable::list(BlockNumber number) {
    BlockEntry& block = at(number);
    if (block.state == BlockState::Free) {
        block.slot = lists_[block.list].add(block, number);
        return;
    }
    auto& unmapped = unmapped_[static_cast<size_t>(block.segment)];
    const auto next = std::ranges::lower_bound(
        unmapped, block.offset, {}, [this](BlockNumber each) { return (*this)[each].offset; });
    unmapped.insert(next, number);
}

void BlockTable::unlist(BlockNumber number) {
    const BlockEntry& block = (*this)[number];
    if (block.state == BlockState::Free) {
        const BlockNumber moved = lists_[block.list].remove(block);
        if (moved != kNoBlock) at(moved).slot = block.slot;
        return;
    }
    std::erase(unmapped_[static_cast<size_t>(block.segment)], number);
}

/// Cuts a block that is not listed. @return what begins behind its first @p bytes, not listed either.
BlockNumber BlockTable::split(BlockNumber number, int64_t bytes) {
    BlockEntry rest = (*this)[number];
    rest.offset += bytes;
    rest.bytes -= bytes;
    rest.before = number;
    const BlockNumber second = newEntry(rest);
    at(number).bytes = bytes;
    at(number).after = second;
    if (rest.after != kNoBlock) at(rest.after).before = second;
    return second;
}

/// The next block becomes part of this one; neither is listed.
void BlockTable::absorbNext(BlockNumber number) {
    BlockEntry& block = at(number);
    const BlockNumber gone = block.after;
    block.bytes += (*this)[gone].bytes;
    block.after = (*this)[gone].after;
    if (block.after != kNoBlock) at(block.after).before = number;
    unused_.push_back(gone);
}

/// Joins a block that is not listed with neighbours of its state. @return the whole, not listed.
BlockNumber BlockTable::merge(BlockNumber number) {
    const BlockState state = (*this)[number].state;
    const BlockNumber after = (*this)[number].after, before = (*this)[number].before;
    if (after != kNoBlock && (*this)[after].state == state) {
        unlist(after);
        absorbNext(number);
    }
    if (before == kNoBlock || (*this)[before].state != state) return number;
    unlist(before);
    absorbNext(before);
    return before;
}

void BlockTable::take(BlockNumber number, int64_t bytes) {
    unlist(number);
    if ((*this)[number].bytes > bytes) list(split(number, bytes));
    at(number).state = BlockState::Live;
}

void BlockTable::free(BlockNumber number) {
    if ((*this)[number].state != BlockState::Live) {
        broken("pool: a block is freed that is free already");
    }
    at(number).state = BlockState::Free;
    list(merge(number));
}

void BlockTable::convert(BlockNumber number, int64_t offset, int64_t bytes, BlockState to) {
    unlist(number);
    if ((*this)[number].offset < offset) {
        const BlockNumber second = split(number, offset - (*this)[number].offset);
        list(number);
        number = second;
    }
    if ((*this)[number].bytes > bytes) list(split(number, bytes));
    at(number).state = to;
    list(merge(number));
}

BlockNumber BlockTable::lowestRun(int32_t ordinal, int64_t bytes) const {
    const auto joins = [this](BlockNumber number) {
        return number != kNoBlock && (*this)[number].state != BlockState::Live;
    };
    for (const BlockNumber unmapped : unmapped_[static_cast<size_t>(ordinal)]) {
        BlockNumber first = unmapped, last = unmapped;
        while (joins((*this)[first].before)) first = (*this)[first].before;
        while (joins((*this)[last].after)) last = (*this)[last].after;
        if ((*this)[last].end() - (*this)[first].offset >= bytes) return first;
    }
    return kNoBlock;
}

std::vector<BlockNumber> BlockTable::freeBlocks(int64_t bytes) const {
    std::vector<FreeBins::Listed> found;
    for (const FreeBins& bins : lists_) bins.collect(bytes, found);
    std::ranges::sort(found, {}, &FreeBins::Listed::place);
    std::vector<BlockNumber> numbers;
    for (const FreeBins::Listed& listed : found) numbers.push_back(listed.number);
    return numbers;
}

}  // namespace shardscope::core
