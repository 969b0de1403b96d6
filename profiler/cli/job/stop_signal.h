#pragma once
// SIGINT and SIGTERM: the first asks the run to stop; one that comes more than a second later ends the
// process.

#include <atomic>

namespace shardscope::cli {

/// Set by the first signal. Any thread may read it.
const std::atomic<bool>& stopRequested();

/// Handles the signals while it lives. One at a time.
class StopSignal {
  public:
    StopSignal();
    ~StopSignal();
    StopSignal(const StopSignal&) = delete;
    StopSignal& operator=(const StopSignal&) = delete;
};

}  // namespace shardscope::cli
