#include "gui/model/memory_track.h"

#include <algorithm>

#include "gui/model/visible.h"

namespace shardscope::gui {
namespace {

constexpr size_t kFanOut = 16;      ///< entries summarised by one entry of the next level
constexpr size_t kCheckpoint = 16;  ///< calls replayed at most for a composition

void addTo(core::CategoryBytes& bytes, const MemoryCall& call) {
    bytes[static_cast<size_t>(call.category)] += call.change;
}

/// Levels above @p count entries: each entry names the best call of kFanOut entries below.
template <class Better>
std::vector<std::vector<uint32_t>> levelsOf(size_t count, Better better) {
    std::vector<std::vector<uint32_t>> levels;
    const auto summary = [&](size_t below, auto callOf) {
        std::vector<uint32_t> level;
        level.reserve(below / kFanOut + 1);
        for (size_t i = 0; i < below; i += kFanOut) {
            uint32_t best = callOf(i);
            for (size_t j = i + 1; j < std::min(below, i + kFanOut); ++j) {
                if (better(callOf(j), best)) best = callOf(j);
            }
            level.push_back(best);
        }
        return level;
    };
    if (count > kFanOut) {
        levels.push_back(summary(count, [](size_t i) { return static_cast<uint32_t>(i); }));
    }
    while (!levels.empty() && levels.back().size() > kFanOut) {
        const std::vector<uint32_t>& below = levels.back();
        levels.push_back(summary(below.size(), [&](size_t i) { return below[i]; }));
    }
    return levels;
}

}  // namespace

MemoryTrack::MemoryTrack(std::vector<MemoryCall> calls) : calls_(std::move(calls)) {
    calls_.shrink_to_fit();
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

void MemoryTrack::summarise() {
    highest_ = levelsOf(calls_.size(),
                        [this](uint32_t a, uint32_t b) { return calls_[a].live > calls_[b].live; });
    lowest_ = levelsOf(calls_.size(),
                       [this](uint32_t a, uint32_t b) { return calls_[a].live < calls_[b].live; });
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

CallRange MemoryTrack::columnFrom(size_t from, int64_t endNs) const {
    size_t end = callsTo(from, endNs);
    if (end - from >= kFanOut * kFanOut) end -= end % kFanOut;
    return {from, end};
}

size_t MemoryTrack::callAt(int64_t timeNs) const {
    const auto place = std::ranges::upper_bound(calls_, timeNs, {}, &MemoryCall::timeNs);
    return place == calls_.begin() ? calls_.size()
                                   : static_cast<size_t>(place - calls_.begin()) - 1;
}

/// Walks whole blocks at the highest level that fits, single calls at the edges.
template <class Better>
size_t MemoryTrack::bestIn(CallRange range, const std::vector<std::vector<uint32_t>>& levels,
                           Better better) const {
    size_t best = range.begin;
    size_t at = range.begin;
    while (at < range.end) {
        size_t level = 0, width = 1;  // level 0: the call itself
        while (level < levels.size() && at % (width * kFanOut) == 0 &&
               at + width * kFanOut <= range.end) {
            width *= kFanOut;
            ++level;
        }
        const size_t candidate = level == 0 ? at : levels[level - 1][at / width];
        if (better(calls_[candidate].live, calls_[best].live)) best = candidate;
        at += width;
    }
    return best;
}

size_t MemoryTrack::highestIn(CallRange range) const {
    return bestIn(range, highest_, [](int64_t a, int64_t b) { return a > b; });
}

size_t MemoryTrack::lowestIn(CallRange range) const {
    return bestIn(range, lowest_, [](int64_t a, int64_t b) { return a < b; });
}

core::CategoryBytes MemoryTrack::compositionAt(size_t index) const {
    core::CategoryBytes bytes = checkpoints_[index / kCheckpoint];
    for (size_t i = index / kCheckpoint * kCheckpoint; i <= index; ++i) addTo(bytes, calls_[i]);
    return bytes;
}

size_t MemoryTrack::sizeBytes() const {
    size_t bytes = calls_.capacity() * sizeof(MemoryCall) +
                   checkpoints_.capacity() * sizeof(core::CategoryBytes);
    for (const auto* levels : {&highest_, &lowest_}) {
        for (const auto& level : *levels) bytes += level.capacity() * sizeof(uint32_t);
    }
    return bytes;
}

}  // namespace shardscope::gui
