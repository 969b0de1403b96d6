#include "gui/model/pool_history.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "gui/model/device_clock.h"

namespace shardscope::gui {
namespace {

constexpr int32_t kMostSegments = 1'000'000;  ///< a damaged file may name any
constexpr size_t kFewest = 256;  ///< calls, or changes of segments, between two checkpoints

using Mapped = std::map<int32_t, traces::ByteRuns>;

std::vector<PoolRun> runsOf(const Mapped& mapped) {
    std::vector<PoolRun> runs;
    for (const auto& [segment, bytes] : mapped) {
        for (const traces::ByteRun& run : bytes.all()) runs.push_back({segment, run});
    }
    return runs;
}

void apply(Mapped& mapped, const traces::SegmentChange& change) {
    traces::ByteRuns& runs = mapped[change.segment];
    change.mapped ? runs.add(change.run) : runs.remove(change.run);
}

core::PoolCall poolCallOf(const PlacedCall& placed) {
    core::PoolCall call;
    call.allocate = placed.call.change > 0;
    call.requested = std::abs(placed.call.change);
    call.home.value = placed.home;
    call.block = {placed.pool.segment, placed.pool.offset, placed.pool.block};
    return call;
}

}  // namespace

/// Goes through the calls once.
class PoolHistory::Maker {
  public:
    Maker(PoolHistory& history, std::string_view policy) : history_(history), follower_(policy) {}

    void take(uint32_t index, const PlacedCall& placed) {
        const PoolEntry& entry = history_.entries_[index];
        placed.call.change > 0 ? begin(index, placed.buffer) : end(index, placed.buffer);
        for (const traces::SegmentChange& change :
             follower_.take(poolCallOf(placed), placed.reserved)) {
            history_.changes_.push_back({index, change});
            apply(mapped_, change);
            reach(change.segment, change.run.end);
        }
        reach(entry.segment, entry.offset + entry.block);
        const bool alike =
            allocated_ == placed.allocated && follower_.reserved() == placed.reserved;
        history_.unlike_ += alike ? 0 : 1;
        check(index);
    }

  private:
    void begin(uint32_t index, int32_t buffer) {
        open_[buffer] = index;
        place_[index] = live_.size();
        live_.push_back(index);
        allocated_ += history_.entries_[index].block;
    }

    void reach(int32_t segment, int64_t end) {
        if (segment < 0 || segment >= kMostSegments) return;
        auto& segments = history_.segments_;
        if (static_cast<size_t>(segment) >= segments.size())
            segments.resize(static_cast<size_t>(segment) + 1, 0);
        int64_t& length = segments[static_cast<size_t>(segment)];
        length = std::max(length, end);
    }

    void end(uint32_t index, int32_t buffer) {
        const auto open = open_.find(buffer);
        if (open == open_.end()) return;
        const uint32_t begin = open->second;
        open_.erase(open);
        history_.entries_[index].other = begin;
        history_.entries_[begin].other = index;
        allocated_ -= history_.entries_[begin].block;
        const size_t place = place_[begin];
        live_[place] = live_.back();
        place_[live_[place]] = place;
        live_.pop_back();
        place_.erase(begin);
    }

    /// As far apart as there is to list, so that lists are no larger than the calls.
    void check(uint32_t index) {
        if (index - lastCheck_ >= std::max(kFewest, live_.size())) {
            history_.checkpoints_.push_back({index, live_});
            lastCheck_ = index;
        }
        const size_t changes = history_.changes_.size();
        if (changes - lastMapping_ >= std::max(kFewest, mapped_.size())) {
            history_.mappings_.push_back({changes, runsOf(mapped_)});
            lastMapping_ = changes;
        }
    }

    PoolHistory& history_;
    traces::SegmentFollower follower_;
    Mapped mapped_;
    std::unordered_map<int32_t, uint32_t> open_;  ///< by buffer
    std::unordered_map<uint32_t, size_t> place_;  ///< of a live allocation in live_
    std::vector<uint32_t> live_;
    int64_t allocated_ = 0;
    size_t lastCheck_ = 0, lastMapping_ = 0;
};

PoolHistory::PoolHistory(const std::vector<PlacedCall>& calls, std::string_view policy) {
    entries_.reserve(calls.size());
    for (uint32_t i = 0; i < calls.size(); ++i) {
        entries_.push_back(calls[i].pool);
        addSection(i, calls[i]);
    }
    sections_.shrink_to_fit();
    known_ = !entries_.empty() && std::ranges::none_of(entries_, [](const PoolEntry& entry) {
        return entry.segment < 0 || entry.segment >= kMostSegments || entry.block <= 0;
    });
    Maker maker(*this, policy);
    for (uint32_t i = 0; i < calls.size(); ++i) maker.take(i, calls[i]);
    changes_.shrink_to_fit();
}

void PoolHistory::addSection(uint32_t call, const PlacedCall& placed) {
    const PoolSection section{call, placed.position.step, placed.phase};
    const bool same = !sections_.empty() && sections_.back().step == section.step &&
                      sections_.back().phase == section.phase;
    if (!same) sections_.push_back(section);
}

const PoolSection& PoolHistory::sectionOf(size_t call) const {
    return *std::prev(std::ranges::upper_bound(sections_, call, {}, &PoolSection::call));
}

/// What was live at the checkpoint before, and has not been freed since; and what came after it.
std::vector<uint32_t> PoolHistory::liveAt(uint32_t call) const {
    const auto after = std::ranges::upper_bound(checkpoints_, call, {}, &Checkpoint::call);
    std::vector<uint32_t> live;
    uint32_t next = 0;
    const auto keep = [&](uint32_t allocation) {
        const uint32_t freed = entries_[allocation].other;
        if (freed == kNoCall || freed > call) live.push_back(allocation);
    };
    if (after != checkpoints_.begin()) {
        const Checkpoint& before = *std::prev(after);
        for (const uint32_t allocation : before.live) keep(allocation);
        next = before.call + 1;
    }
    for (; next <= call; ++next) {
        const uint32_t other = entries_[next].other;
        const bool frees = other != kNoCall && other < next;
        if (!frees) keep(next);
    }
    return live;
}

std::vector<PoolRun> PoolHistory::mappedAt(uint32_t call) const {
    const auto end = std::ranges::upper_bound(changes_, call, {}, &Change::call);
    const auto count = static_cast<size_t>(end - changes_.begin());
    const auto after = std::ranges::upper_bound(mappings_, count, {}, &Mapping::changes);
    Mapped mapped;
    size_t next = 0;
    if (after != mappings_.begin()) {
        const Mapping& before = *std::prev(after);
        for (const PoolRun& each : before.runs) mapped[each.segment].add(each.run);
        next = before.changes;
    }
    for (; next < count; ++next) apply(mapped, changes_[next].what);
    return runsOf(mapped);
}

PoolState PoolHistory::stateAt(const MemoryTrack& track, size_t index) const {
    PoolState state;
    const auto call = static_cast<uint32_t>(index);
    for (const uint32_t allocation : liveAt(call)) {
        const MemoryCall& asked = track.calls()[allocation];
        if (asked.change <= 0) continue;  // a free whose allocation was not recorded
        const PoolEntry& entry = entries_[allocation];
        state.blocks.push_back({allocation, entry.segment, entry.offset, entry.block, asked.change,
                                asked.category, asked.bucket});
        state.live += asked.change;
        state.allocated += entry.block;
    }
    std::ranges::sort(state.blocks, {}, [](const PoolBlock& block) {
        return std::pair(block.segment, block.offset);
    });
    state.mapped = mappedAt(call);
    for (const PoolRun& each : state.mapped) state.reserved += each.run.bytes();
    return state;
}

size_t PoolHistory::sizeBytes() const {
    size_t bytes = entries_.capacity() * sizeof(PoolEntry) + changes_.capacity() * sizeof(Change) +
                   sections_.capacity() * sizeof(PoolSection);
    for (const Checkpoint& each : checkpoints_)
        bytes += sizeof(Checkpoint) + each.live.capacity() * sizeof(uint32_t);
    for (const Mapping& each : mappings_)
        bytes += sizeof(Mapping) + each.runs.capacity() * sizeof(PoolRun);
    return bytes;
}

}  // namespace shardscope::gui
