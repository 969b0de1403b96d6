#pragma once
// The elements of a traceEvents array, one after the other, over damage and cuts. One thread.

#include "traces/read/event_sink.h"
#include "traces/read/raw_event.h"
#include "traces/read/window.h"

namespace shardscope::traces {

/// One value larger than this is not waited for: it is damage.
inline constexpr size_t kLargestValue = 64 << 20;

/// Reads objects from a window into a sink. An object that is no JSON is tried again leniently
/// (text/cursor.h), then counted and passed over: to its end when its brackets balance nearby, else to the
/// next object (R3).
class EventStream {
  public:
    EventStream(Window& window, EventSink& sink, Trace& trace)
        : window_(window), sink_(sink), trace_(trace) {}

    /// Reads from behind the opening bracket. @return whether the array was closed; false: the file
    /// ends. Errors: Io, Interrupted.
    core::Result<bool> read();

  private:
    enum class Step { Go, Closed, NeedMore };
    Step step();
    Step object();
    Step damaged(Cursor::Stop stop, const char* failedAt);
    bool passOver();
    Step resynchronise();
    void parsed(const char* end);
    const char* nearEnd() const;

    Window& window_;
    EventSink& sink_;
    Trace& trace_;
    RawEvent raw_;
    bool atEnd_ = false;      ///< the window will not grow
    bool searching_ = false;  ///< for the next object, behind damage
    int failures_ = 0;        ///< damaged objects less good ones
};

}  // namespace shardscope::traces
