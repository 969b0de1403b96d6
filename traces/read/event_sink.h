#pragma once
// Raw events of a file become events of a trace. One thread.
//
// Phases: X, i/I/R (instants), C, b/e/n, the older S/F/T/p (as b/e/n), s/t/f; B and E become complete
// events; M names lanes. P, N/O/D, V/v, c, ( and ) are not kept and not counted. An event is counted
// in Trace::unreadable when it has no or another phase, no time, a negative length, an async or flow
// event without id, or, in others' files, a length above seven days (R8).

#include <deque>

#include "traces/read/event_blocks.h"
#include "traces/read/lane_reader.h"
#include "traces/read/raw_event.h"
#include "traces/string_table.h"
#include "traces/trace.h"

namespace shardscope::traces {

class EventSink {
  public:
    /// @param blocks told of each event; null: events stay in the trace.
    explicit EventSink(Trace& trace, EventBlocks* blocks = nullptr)
        : trace_(trace), blocks_(blocks) {}

    void add(const RawEvent& raw);
    /// Pairs B and E, takes the lanes, and puts the trace in canonical form when the file was not.
    /// Gives the last block on.
    void finish();

  private:
    enum class Kept { Yes, No, Unreadable };
    Kept take(const RawEvent& raw);
    Kept takeTimed(char phase, const RawEvent& raw);
    bool takeTimes(Event& event, const RawFields& fields) const;
    bool takeId(Event& event, const RawFields& fields) const;
    void takeArgs(Event& event, const std::vector<RawArg>& args);
    Arg argOf(const RawArg& raw);
    StringId text(const Token& token);
    void putInOrder();
    void takeRun(const std::vector<RawArg>& args);

    Trace& trace_;
    EventBlocks* blocks_;
    StringTable strings_;
    LaneReader lanes_;
};

}  // namespace shardscope::traces
