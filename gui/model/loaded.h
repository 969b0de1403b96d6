#pragma once
// A file opened for the dashboard: a timeline of its events, and what they say of the run. Immutable once loaded;
// any thread may load, every view borrows the same value.

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "gui/model/timeline.h"
#include "traces/analysis/report.h"
#include "traces/file.h"

namespace shardscope::gui {

struct LoadedRecording {
    std::string path;  ///< as opened
    std::string name;  ///< of the run ("zero-2"); of the file where it is not one of our recordings
    TimelinePtr timeline;  ///< its events, as the compare view reads them; never null
    /// What `shardscope report` says of it; absent when it is another program's trace.
    std::optional<traces::RunReport> report;
    std::string foreign;      ///< why there is no report; empty when there is one
    std::string schema;       ///< under which it was written; empty: another program's trace
    bool incomplete = false;  ///< the file was cut
    bool growing = false;     ///< its writer had not ended when it was read
    int64_t events = 0;       ///< in the file
    int64_t unreadable = 0;   ///< events that could not be parsed, and are left out
};

using LoadedPtr = std::shared_ptr<const LoadedRecording>;

/// Reads and analyses @p path; of its events only the timeline is kept, and while a recording of ours
/// is read they are never all in memory. A trace of another program loads without a report.
/// @param grew the file was seen to change: when its end is missing, it is not written yet.
/// Errors: those of traces::readTrace() (missing, empty, not a trace, cancelled).
core::Result<LoadedPtr> load(const std::string& path, const traces::ReadOptions& options = {},
                             bool grew = false);

}  // namespace shardscope::gui
