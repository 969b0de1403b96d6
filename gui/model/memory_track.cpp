#include "gui/model/memory_track.h"

#include <algorithm>

#include "gui/model/visible.h"

namespace shardscope::gui {
namespace {

constexpr size_t kFanOut = 16;     ///< entries summarised by one entry of the next level
constexpr size_t kManyBlocks = 4;  ///< a column of so many ends at a whole one
constexpr size_t kCheckpoint = 4;  ///< calls replayed at most for a composition

void addTo(core::CategoryBytes& bytes, const MemoryCall& call) {
    bytes[static_cast<size_t>(call.category)] += call.change;
}

/// The first of equals stays.
template <class Entry>
void widen(Extremes& extremes, const Entry& entry) {
    if (entry.most > extremes.most) {
        extremes.most = entry.most;
        extremes.mostAt = entry.mostAt;
    }
    if (entry.least < extremes.least) {
        extremes.least = entry.least;
        extremes.leastAt = entry.leastAt;
    }
}

}  // namespace

MemoryTrack::MemoryTrack(std::vector<MemoryCall> calls) : calls_(std::move(calls)) {
    calls_.shrink_to_fit();
    checkpoints_.reserve(calls_.size() / kCheckpoint + 1);
    core::CategoryBytes bytes{};
    int64_t live = 0;
    for (size_t i = 0; i < calls_.size(); ++i) {
        if (i % kCheckpoint == 0) checkpoints_.push_back(bytes);
        addTo(bytes, calls_[i]);
        live += calls_[i].change;
        calls_[i].live = live;
    }
    summarise();
}

MemoryTrack::Block MemoryTrack::blockOf(size_t call) const {
    const MemoryCall& one = calls_[call];
    const auto at = static_cast<uint32_t>(call);
    return {.hostNs = one.hostNs, .most = one.live, .least = one.live, .mostAt = at, .leastAt = at};
}

void MemoryTrack::summarise() {
    const auto summary = [](size_t below, auto entryOf) {
        std::vector<Block> level;
        level.reserve(below / kFanOut + 1);
        for (size_t i = 0; i < below; i += kFanOut) {
            Block block = entryOf(i);
            Extremes extremes{block.most, block.least, block.mostAt, block.leastAt};
            for (size_t j = i + 1; j < std::min(below, i + kFanOut); ++j) {
                widen(extremes, entryOf(j));
            }
            block.most = extremes.most;
            block.least = extremes.least;
            block.mostAt = static_cast<uint32_t>(extremes.mostAt);
            block.leastAt = static_cast<uint32_t>(extremes.leastAt);
            level.push_back(block);
        }
        return level;
    };
    if (calls_.empty()) return;
    levels_.push_back(summary(calls_.size(), [this](size_t i) { return blockOf(i); }));
    while (levels_.back().size() > kFanOut) {
        const std::vector<Block>& below = levels_.back();
        levels_.push_back(summary(below.size(), [&below](size_t i) { return below[i]; }));
    }
}

CallRange MemoryTrack::callsIn(int64_t beginNs, int64_t endNs) const {
    const auto at = [this](int64_t timeNs) {
        const auto place = std::ranges::lower_bound(calls_, timeNs, {}, &MemoryCall::timeNs);
        return static_cast<size_t>(place - calls_.begin());
    };
    return {at(beginNs), at(endNs)};
}

size_t MemoryTrack::callsTo(size_t from, int64_t timeNs) const {
    return advancedTo(calls_, from, timeNs, &MemoryCall::timeNs);
}

size_t MemoryTrack::hostCallsTo(size_t from, int64_t hostNs) const {
    if (calls_.empty()) return 0;
    const size_t block = advancedTo(levels_[0], from / kFanOut, hostNs, &Block::hostNs);
    const size_t begin = std::max(from, block == 0 ? 0 : (block - 1) * kFanOut);
    return advancedTo(calls_, begin, hostNs, &MemoryCall::hostNs);
}

size_t MemoryTrack::callAt(int64_t timeNs) const {
    const auto place = std::ranges::upper_bound(calls_, timeNs, {}, &MemoryCall::timeNs);
    return place == calls_.begin() ? calls_.size()
                                   : static_cast<size_t>(place - calls_.begin()) - 1;
}

/// Walks whole blocks at the highest level that fits, single calls at the edges.
Extremes MemoryTrack::extremesIn(CallRange range) const {
    const int64_t live = calls_[range.begin].live;
    Extremes extremes{live, live, range.begin, range.begin};
    size_t at = range.begin;
    while (at < range.end) {
        size_t level = 0, width = 1;  // level 0: the call itself
        while (level < levels_.size() && at % (width * kFanOut) == 0 &&
               at + width * kFanOut <= range.end) {
            width *= kFanOut;
            ++level;
        }
        widen(extremes, level == 0 ? blockOf(at) : levels_[level - 1][at / width]);
        at += width;
    }
    return extremes;
}

int64_t MemoryTrack::mostLive() const {
    return calls_.empty() ? 0 : extremesIn({0, calls_.size()}).most;
}

core::CategoryBytes MemoryTrack::compositionAt(size_t index) const {
    core::CategoryBytes bytes = checkpoints_[index / kCheckpoint];
    for (size_t i = index / kCheckpoint * kCheckpoint; i <= index; ++i) addTo(bytes, calls_[i]);
    return bytes;
}

void MemoryTrack::fetch(size_t index) const {
    const auto* before = reinterpret_cast<const char*>(&checkpoints_[index / kCheckpoint]);
    __builtin_prefetch(before);
    __builtin_prefetch(before + sizeof(core::CategoryBytes) - 1);
    __builtin_prefetch(&calls_[index / kCheckpoint * kCheckpoint]);
    __builtin_prefetch(&calls_[index]);
}

void MemoryTrack::makeSlots(const SlotGrid& grid) {
    slots_ = MemorySlots(grid);
    for (size_t i = 0; i < calls_.size(); ++i) {
        slots_.add(calls_[i].timeNs, calls_[i].live, static_cast<uint32_t>(i));
    }
    slots_.close();
}

size_t MemoryTrack::sizeBytes() const {
    size_t bytes = slots_.sizeBytes() + calls_.capacity() * sizeof(MemoryCall) +
                   checkpoints_.capacity() * sizeof(core::CategoryBytes);
    for (const auto& level : levels_) bytes += level.capacity() * sizeof(Block);
    return bytes;
}

}  // namespace shardscope::gui
