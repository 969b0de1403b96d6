#pragma once
// The one pass over a trace's events that sorts them into rows by rank.

#include <memory>
#include <vector>

#include "traces/analysis/recording.h"

namespace shardscope::traces {

/// Borrows the trace, whose events may come a block at a time (readInBlocks()).
class RowReader {
  public:
    RowReader(const Trace& trace, int worldSize);
    ~RowReader();
    /// The events that the trace holds now: later ones than those before.
    void take();
    /// Rows of ranks 0 … the last one with events. Events of other processes and categories are left
    /// out. A gradient that never ended (a cut file) ends with the trace. Once.
    std::vector<RankRows> finish();

  private:
    class Rows;
    std::unique_ptr<Rows> rows_;
};

}  // namespace shardscope::traces
