#include "traces/overlap.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace shardscope::traces {

namespace {

using LaneKey = uint64_t;
LaneKey keyOf(uint32_t pid, uint32_t tid) { return uint64_t{pid} << 32 | tid; }

/// Ends of the events that are open on each lane, outermost first.
class OpenEvents {
  public:
    /// Opens @p event on lane @p key when it nests there.
    bool add(LaneKey key, const Event& event) {
        std::vector<int64_t>& ends = lane(key);
        while (!ends.empty() && ends.back() <= event.tsNs) ends.pop_back();
        const int64_t end = event.tsNs + event.durNs;
        if (!ends.empty() && ends.back() < end) return false;
        ends.push_back(end);
        return true;
    }

  private:
    std::vector<int64_t>& lane(LaneKey key) {
        if (!last_ || key != lastKey_) {
            last_ = &lanes_[key];
            lastKey_ = key;
        }
        return *last_;
    }

    std::unordered_map<LaneKey, std::vector<int64_t>> lanes_;
    std::vector<int64_t>* last_ = nullptr;  ///< of lanes_, whose elements stay where they are
    LaneKey lastKey_ = 0;
};

class Spreader {
  public:
    explicit Spreader(Trace& trace) : trace_(trace) {
        for (const Lane& lane : trace.lanes) {
            if (!lane.isProcess) taken_[keyOf(lane.pid, lane.tid)] = lane.name;
        }
        for (const Event& event : trace.events) {
            if (event.phase == Phase::Complete) taken_.try_emplace(keyOf(event.pid, event.tid));
        }
    }

    void place(Event& event) {
        const uint32_t home = event.tid;
        for (uint32_t turn = 1; !open_.add(keyOf(event.pid, event.tid), event); ++turn) {
            event.tid = overflow(event.pid, home, turn);
        }
    }

  private:
    /// The @p turn-th overflow lane of a lane; made when it is not there.
    uint32_t overflow(uint32_t pid, uint32_t home, uint32_t turn) {
        const auto [known, isNew] = made_.try_emplace(keyOf(pid, home));
        std::vector<uint32_t>& tids = known->second;
        if (tids.size() < turn)
            tids.push_back(claim(pid, home, turn, tids.empty() ? home : tids.back()));
        return tids[turn - 1];
    }

    uint32_t claim(uint32_t pid, uint32_t home, uint32_t turn, uint32_t previous) {
        const std::string name = nameOf(pid, home) + " (" + std::to_string(turn + 1) + ")";
        uint32_t tid = previous + kOverflowStep;
        while (!isFree(pid, tid, name)) tid += kOverflowStep;
        if (taken_.try_emplace(keyOf(pid, tid), name).second) {
            trace_.lanes.push_back({pid, tid, false, name, sortIndexOf(pid, home)});
        }
        return tid;
    }

    bool isFree(uint32_t pid, uint32_t tid, const std::string& name) const {
        const auto known = taken_.find(keyOf(pid, tid));
        return known == taken_.end() || known->second == name;
    }

    const Lane* find(uint32_t pid, uint32_t tid) const {
        const auto lane = std::ranges::find_if(trace_.lanes, [&](const Lane& l) {
            return !l.isProcess && l.pid == pid && l.tid == tid;
        });
        return lane == trace_.lanes.end() ? nullptr : &*lane;
    }
    std::string nameOf(uint32_t pid, uint32_t tid) const {
        const Lane* lane = find(pid, tid);
        return lane ? lane->name : "thread " + std::to_string(tid);
    }
    int32_t sortIndexOf(uint32_t pid, uint32_t tid) const {
        const Lane* lane = find(pid, tid);
        return lane ? lane->sortIndex : static_cast<int32_t>(std::min(tid, 0x7FFFFFFFu));
    }

    Trace& trace_;
    OpenEvents open_;
    std::unordered_map<LaneKey, std::string> taken_;
    std::unordered_map<LaneKey, std::vector<uint32_t>> made_;
};

}  // namespace

bool hasOverlaps(const Trace& trace) {
    OpenEvents open;
    return !std::ranges::all_of(trace.events, [&](const Event& event) {
        return event.phase != Phase::Complete || open.add(keyOf(event.pid, event.tid), event);
    });
}

void spreadOverlaps(Trace& trace) {
    Spreader spreader(trace);
    for (Event& event : trace.events) {
        if (event.phase == Phase::Complete) spreader.place(event);
    }
}

}  // namespace shardscope::traces
