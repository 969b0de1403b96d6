#pragma once
// Another program's trace has threads of processes, which are no ranks: their lanes stand one below the
// other. One thread.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "traces/trace.h"

namespace shardscope::gui {

class ForeignLanes {
  public:
    /// Numbers the threads that have complete events: by the order that the file gives processes, then by
    /// process and thread. @p trace is borrowed and read whole.
    explicit ForeignLanes(const traces::Trace& trace);

    /// The number of a complete event's lane.
    uint32_t laneOf(const traces::Event& event);
    /// "stream 7, python": the process where there are several.
    std::string titleOf(uint32_t lane) const;

  private:
    struct Thread {
        uint32_t pid = 0, tid = 0;
        auto operator<=>(const Thread&) const = default;
    };

    int32_t sortIndexOf(uint32_t pid) const;
    std::string processTitle(uint32_t pid) const;

    const traces::Trace& trace_;
    std::vector<Thread> threads_;  ///< by lane
    std::map<Thread, uint32_t> lanes_;
    Thread last_;
    uint32_t lastLane_ = UINT32_MAX;  ///< of last_; none yet
};

/// What the file calls a thread; "thread 7" where it does not say.
std::string threadTitle(const traces::Trace& trace, uint32_t pid, uint32_t tid);

}  // namespace shardscope::gui
