#pragma once
// A recording's events handed on while it is read, so that they are never all in memory. One thread.

#include <cstddef>
#include <functional>

#include "traces/trace.h"

namespace shardscope::traces {

/// Hands on what comes in canonical order (canonical.h), as our recordings do. A file whose first
/// block is not ours or not in order is kept whole and handed on once, at the end.
class EventBlocks {
  public:
    /// @param take called whenever @p trace holds a further block; its events and args then go.
    EventBlocks(Trace& trace, std::function<void()> take) : trace_(trace), take_(std::move(take)) {}

    /// An event was added to the trace.
    void added() {
        if (trace_.events.size() >= kBlock && !keeping_ && !broken_) giveBlock();
    }
    /// The rest. Before the first block was given, the trace is in canonical form by now.
    void end();
    /// Whether something was handed on.
    bool begun() const { return begun_; }
    /// Order was lost after something had been handed on: nothing of it counts.
    bool broken() const { return broken_; }

  private:
    static constexpr size_t kBlock = 1 << 16;

    void giveBlock();
    void give();
    bool isInOrder();

    Trace& trace_;
    std::function<void()> take_;
    Event last_;                 ///< of the block before
    size_t checkedStrings_ = 0;  ///< known to be UTF-8
    bool begun_ = false, keeping_ = false, broken_ = false;
};

}  // namespace shardscope::traces
