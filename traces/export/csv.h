#pragma once
// Events as rows of a table for spreadsheets and data frames. Any thread.

#include <string>

#include "core/base/result.h"
#include "traces/trace.h"

namespace shardscope::traces {

/// Writes RFC 4180 CSV in UTF-8 with a head line, one row an event in the order of the trace:
/// ts_ns, dur_ns (complete events), phase, pid, tid, process, thread, category, name, id (async and
/// flow events), args (a JSON object). Written beside @p path and renamed. Errors: Io.
core::Result<void> exportCsv(const Trace& trace, const std::string& path);

}  // namespace shardscope::traces
