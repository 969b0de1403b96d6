#pragma once
// A panel's memory in columns of a pixel. Where calls are many they are cut from slots of time, where
// they are few the calls are walked: the cost is that of the columns in which something happens.
// Private to gui/layout.

#include <algorithm>
#include <cmath>
#include <vector>

#include "gui/layout/time_map.h"
#include "gui/model/timeline.h"

namespace shardscope::gui {

/// A walk over the calls of one rank, column by column.
class CallWalk {
  public:
    CallWalk(const MemoryTrack& track, int64_t beginNs)
        : track_(&track), at_(track.callsTo(0, beginNs)) {
        if (at_ > 0) note(at_ - 1);
    }

    /// The next call's time; INT64_MAX: none is left.
    int64_t nextNs() const { return at_ < calls().size() ? calls()[at_].timeNs : INT64_MAX; }
    /// What is live without a further call; empty before the first.
    const MemorySlot& now() const { return now_; }
    /// What is live from here to @p endNs, and goes there.
    MemorySlot walkTo(int64_t endNs) {
        MemorySlot all = now_;
        const size_t begin = at_;
        at_ = track_->callsTo(at_, endNs);
        if (at_ == begin) return all;
        const Extremes here = track_->extremesIn({begin, at_});
        all.widen({here.most, here.least, static_cast<uint32_t>(here.mostAt)});
        note(at_ - 1);
        return all;
    }

  private:
    const std::vector<MemoryCall>& calls() const { return track_->calls(); }
    void note(size_t call) {
        const int64_t live = calls()[call].live;
        now_ = {live, live, static_cast<uint32_t>(call)};
    }

    const MemoryTrack* track_;
    size_t at_ = 0;  ///< the first call that is not walked over
    MemorySlot now_;
};

inline int64_t columnNsOf(const TimeMap& map) {
    return static_cast<int64_t>(1.0 / map.pixelsPerNs());
}

/// The pixel column, from the left edge on, in which @p ns is.
inline double columnAt(const TimeMap& map, int64_t ns) {
    return map.left + std::max(0.0, std::floor(map.x(ns) - map.left));
}

/// @p give (x, slot) for each column, cut from @p slots.
template <class Give>
void forSlots(const MemorySlots& timeSlots, int level, const TimeMap& map, Give give) {
    const double columnNs = 1.0 / map.pixelsPerNs();
    const auto begin = static_cast<double>(map.beginNs());
    int64_t from = map.beginNs();
    double i = 1.0;
    for (double x = map.left; x < map.right; x += 1.0, i += 1.0) {
        const auto to = static_cast<int64_t>(begin + i * columnNs);
        give(x, timeSlots.in(level, from, to));
        from = to;
    }
}

/// @p give (x, call) from where on another call than before is shown: a column's highest instant.
template <class Give>
void forCalls(const MemoryTrack& track, const TimeMap& map, Give give) {
    uint32_t shown = UINT32_MAX;
    const auto show = [&](double x, const MemorySlot& slot) {
        if (slot.empty() || slot.mostAt == shown) return;
        shown = slot.mostAt;
        give(x, size_t{slot.mostAt});
    };
    const int level = track.timeSlots().levelFor(columnNsOf(map));
    if (level >= 0) return forSlots(track.timeSlots(), level, map, show);
    CallWalk walk(track, map.beginNs());
    show(map.left, walk.now());
    while (walk.nextNs() < map.endNs()) {
        const double x = columnAt(map, walk.nextNs());
        show(x, walk.walkTo(std::max(map.ns(x + 1.0), walk.nextNs() + 1)));
        if (x + 1.0 < map.right) show(x + 1.0, walk.now());
    }
}

/// @p give (x, width, slot): the least and the most that is live on any of @p walks, whose slots are
/// @p slots.
template <class Give>
void forExtremes(const MemorySlots& timeSlots, std::vector<CallWalk> walks, const TimeMap& map,
                 Give give) {
    const auto giveAny = [&](double x, double width, const MemorySlot& slot) {
        if (!slot.empty() && width > 0.0) give(x, width, slot);
    };
    const int level = timeSlots.levelFor(columnNsOf(map));
    if (level >= 0) {
        return forSlots(timeSlots, level, map,
                        [&](double x, const MemorySlot& slot) { giveAny(x, 1.0, slot); });
    }
    const auto widest = [&](auto of) {
        MemorySlot all;
        for (CallWalk& walk : walks) all.widen(of(walk));
        return all;
    };
    for (double x = map.left; x < map.right;) {
        int64_t next = INT64_MAX;
        for (const CallWalk& walk : walks) next = std::min(next, walk.nextNs());
        const double at = next < map.endNs() ? std::max(x, columnAt(map, next)) : map.right;
        giveAny(x, at - x, widest([](const CallWalk& walk) { return walk.now(); }));
        if (at >= map.right) return;
        const int64_t end = std::max(map.ns(at + 1.0), next + 1);
        giveAny(at, 1.0, widest([&](CallWalk& walk) { return walk.walkTo(end); }));
        x = at + 1.0;
    }
}

/// The same of all ranks.
template <class Give>
void forBand(const Timeline& timeline, const TimeMap& map, Give give) {
    std::vector<CallWalk> walks;
    for (const RankTimeline& rank : timeline.ranks) walks.emplace_back(rank.memory, map.beginNs());
    forExtremes(timeline.memoryBand, std::move(walks), map, give);
}

}  // namespace shardscope::gui
