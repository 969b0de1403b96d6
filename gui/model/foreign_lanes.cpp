#include "gui/model/foreign_lanes.h"

#include <algorithm>
#include <set>

namespace shardscope::gui {

ForeignLanes::ForeignLanes(const traces::Trace& trace) : trace_(trace) {
    std::set<Thread> threads;
    for (const traces::Event& event : trace.events) {
        const Thread thread{event.pid, event.tid};
        if (event.phase != traces::Phase::Complete || (!threads.empty() && thread == last_))
            continue;
        last_ = thread;
        threads.insert(thread);
    }
    threads_.assign(threads.begin(), threads.end());
    std::ranges::stable_sort(threads_, {},
                             [&](const Thread& thread) { return sortIndexOf(thread.pid); });
    for (uint32_t i = 0; i < threads_.size(); ++i) lanes_[threads_[i]] = i;
}

uint32_t ForeignLanes::laneOf(const traces::Event& event) {
    const Thread thread{event.pid, event.tid};
    if (thread != last_ || lastLane_ == UINT32_MAX) {
        last_ = thread;
        lastLane_ = lanes_.at(thread);
    }
    return lastLane_;
}

std::string ForeignLanes::titleOf(uint32_t lane) const {
    const Thread& thread = threads_[lane];
    const bool one =
        std::ranges::all_of(threads_, [&](const Thread& other) { return other.pid == thread.pid; });
    const std::string title = threadTitle(trace_, thread.pid, thread.tid);
    return one ? title : title + ", " + processTitle(thread.pid);
}

int32_t ForeignLanes::sortIndexOf(uint32_t pid) const {
    for (const traces::Lane& lane : trace_.lanes) {
        if (lane.isProcess && lane.pid == pid) return lane.sortIndex;
    }
    return 0;
}

std::string ForeignLanes::processTitle(uint32_t pid) const {
    for (const traces::Lane& lane : trace_.lanes) {
        if (lane.isProcess && lane.pid == pid && !lane.name.empty()) return lane.name;
    }
    return "process " + std::to_string(pid);
}

std::string threadTitle(const traces::Trace& trace, uint32_t pid, uint32_t tid) {
    for (const traces::Lane& lane : trace.lanes) {
        const bool same = !lane.isProcess && lane.pid == pid && lane.tid == tid;
        if (same && !lane.name.empty()) return lane.name;
    }
    return "thread " + std::to_string(tid);
}

}  // namespace shardscope::gui
