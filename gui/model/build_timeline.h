#pragma once
// From a trace to what the compare view reads.

#include <memory>

#include "gui/model/timeline.h"
#include "traces/trace.h"

namespace shardscope::gui {

/// Makes a timeline of a trace that is read in blocks (traces::readInBlocks()). Borrows the trace while
/// it works and keeps nothing of it. One thread; no errors: what a recording lacks is left out.
class TimelineBuilder {
  public:
    explicit TimelineBuilder(const traces::Trace& trace);
    ~TimelineBuilder();
    /// The events that the trace holds now: later ones than those before. Another program's trace
    /// comes whole; it gives lanes only, one "rank" a process.
    void take();
    /// Once, when the trace is read.
    TimelinePtr finish();

  private:
    class Rows;
    std::unique_ptr<Rows> rows_;
};

}  // namespace shardscope::gui
