#pragma once
// Events of one host device, with CUDA's meaning: a wait refers to the most recent record of its event
// at the time of the wait's call, in the interpreter thread's order.
//
// An event slot holds no state that a stream writes. It names the record it means (stream, how many
// records that stream has passed by then), so re-recording a slot cannot disturb an earlier wait.

#include <atomic>
#include <cstdint>
#include <vector>

#include "core/base/ids.h"

namespace shardscope::core {

/// One record on one stream: the @c count-th of it, from 1. Count 0: nothing to wait for.
struct RecordTicket {
    StreamId stream;
    uint32_t count = 0;
};

/// What each event was last recorded as. Interpreter thread only.
class EventTable {
  public:
    explicit EventTable(int streams) : issued_(static_cast<size_t>(streams)) {}

    /// A new record of @p event on @p stream, now its most recent one.
    RecordTicket record(StreamId stream, EventId event);
    /// The most recent record; count 0 when @p event was never recorded.
    RecordTicket latest(EventId event) const;

  private:
    std::vector<uint32_t> issued_;  // records so far, by stream
    std::vector<RecordTicket> slots_;
};

/// How many records one stream has passed. Its stream advances it, any thread waits for it.
class RecordCounter {
  public:
    void advance();
    /// Blocks until @p count records have been passed.
    void waitFor(uint32_t count) const;

  private:
    alignas(64) std::atomic<uint32_t> passed_{0};
};

}  // namespace shardscope::core
