#pragma once
// Turns finished steps into Progress: rate and time left over all strategies of a run. Main thread.

#include <cstdint>

#include "profiler/run/run_request.h"

namespace shardscope::profiler {

class Session;

class ProgressMeter {
  public:
    /// @param steps of all strategies together. @p sink may be empty.
    ProgressMeter(const ProgressSink& sink, int64_t steps);
    void stepped(Session& session);

  private:
    const ProgressSink& sink_;
    int64_t steps_;
    int64_t done_ = 0;
    int64_t startNs_;
};

}  // namespace shardscope::profiler
