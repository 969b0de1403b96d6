#pragma once
// Recordings on disk: Chrome trace JSON, gzip when the name ends in .gz. Any thread.

#include <functional>
#include <string>

#include "core/base/result.h"
#include "traces/trace.h"

namespace shardscope::traces {

/// Writes to a temporary name beside @p path, syncs, renames. Same trace, same bytes.
/// Errors: Io naming the path and the reason (full disk, no permission); nothing is left behind.
core::Result<void> writeTrace(const Trace& trace, const std::string& path);

struct ReadOptions {
    /// Called now and then with bytes read and total; false cancels (Interrupted).
    std::function<bool(int64_t done, int64_t total)> progress;
};
/// Reads ours and others': object or array form, plain or gzip by content, cut files as far as they
/// go. Errors: InvalidInput when missing, empty, or not a trace (no whole event).
core::Result<Trace> readTrace(const std::string& path, const ReadOptions& options = {});

/// readTrace() into @p trace without holding all events of a recording of ours: whenever the trace
/// has a further block of them, in order, @p take is called, and then they and their args go. What
/// else the trace has stays, and grows: strings keep their ids and places. Another program's trace
/// comes as one block, once everything else is known.
/// @return false: in the middle of the file order is lost. What was taken is worth nothing then;
/// readTrace() reads such a file. Errors: as readTrace().
core::Result<bool> readInBlocks(const std::string& path, Trace& trace,
                                const std::function<void()>& take, const ReadOptions& options = {});

}  // namespace shardscope::traces
