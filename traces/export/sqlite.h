#pragma once
// A trace as an SQLite database, for questions in SQL. Any thread.
//
// run(key, value)          what stands beside the events in a recording; value is JSON: shardscope
//                          (vocabulary.h), baseTimeNanoseconds, traceName, …
// lane(pid, tid, is_process, name, sort_index)
// string(id, text)         0 is the empty string
// event(id, ts_ns, dur_ns, phase, pid, tid, category, name, flow, scope)
//                          id: place in the trace, from 0; dur_ns: complete events, else NULL;
//                          category, name: string ids; flow: id of async and flow events (the
//                          64 bits as a signed integer), else NULL; scope: as in trace.h
// arg(event, position, key, kind, value)
//                          key: string id; kind: 'integer', 'text' or 'json' (value as JSON text)
// events                   a view: event with its strings in place of ids
// args                     a view: arg with its key in place of the id
//
//   SELECT name, count(*), sum(dur_ns) FROM events WHERE category = 'kernel' GROUP BY name;

#include <string>

#include "core/base/result.h"
#include "traces/trace.h"

namespace shardscope::traces {

/// Written beside @p path and renamed, in place of a file that has the name. Errors: Io.
core::Result<void> exportSqlite(const Trace& trace, const std::string& path);

}  // namespace shardscope::traces
