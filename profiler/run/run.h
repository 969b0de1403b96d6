#pragma once
// The main job: run every strategy interleaved (A B A B), record each, write the recordings.

#include <atomic>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "profiler/run/run_request.h"
#include "traces/analysis/report.h"

namespace shardscope::profiler {

struct RunOutcome {
    /// One a strategy and G, in request order; empty on MPI ranks other than 0.
    std::vector<traces::RunReport> reports;
    bool ok = true;  ///< false: some run is oom, failed or interrupted, or not written (exit 1)
    /// Recordings that could not be written; their reports are there, and their spools stay.
    std::vector<core::Error> unwritten;
};

/// Runs @p request. Writes `<out>/<name>.trace.json.gz` for each strategy (`zero-2-g4` when several
/// gradAccums were asked for). A strategy that fails keeps its report; the others go on.
/// @param stop set by a signal handler: ends after what is in flight, marked "interrupted".
/// Errors: InvalidInput before anything ran.
core::Result<RunOutcome> run(const RunRequest& request, const ProgressSink& progress,
                             const std::atomic<bool>& stop);

}  // namespace shardscope::profiler
