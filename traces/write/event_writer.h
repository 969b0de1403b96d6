#pragma once
// Events of one trace as lines of JSON. Made once; then any number of threads may append.

#include <string>
#include <vector>

#include "traces/trace.h"

namespace shardscope::traces {

/// Borrows the trace, which must outlive it.
class EventWriter {
  public:
    explicit EventWriter(const Trace& trace);

    /// `{"ph": "X", "cat": …, "name": …, "pid": …, "tid": …, "ts": …, "dur": …, "args": {…}}`
    void append(const Event& event, std::string& out) const;
    /// The args alone: `{"step": 0}`.
    void appendArgs(const Event& event, std::string& out) const;

  private:
    void appendArg(const Arg& arg, std::string& out) const;

    const Trace& trace_;
    std::vector<std::string> quoted_;  ///< by StringId
    std::vector<std::string> raw_;     ///< by StringId, of those that some raw arg is
};

/// The metadata events that name @p lane and place it (W11). @param labels what a process is
/// labelled with; empty: none.
void appendLane(const Lane& lane, std::string_view labels, std::string& out);

}  // namespace shardscope::traces
