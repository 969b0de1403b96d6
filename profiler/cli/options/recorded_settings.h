#pragma once
// A recording's workload and strategy as the settings that would run it again: what `--costs-from` puts
// under the options that were given.

#include <string>

#include "core/base/result.h"
#include "core/config/settings.h"
#include "core/plan/planner.h"
#include "traces/trace.h"

namespace shardscope::cli {

/// Settings of what @p run (Trace::run of the recording at @p path) says was run; what is a preset's habit
/// is left to the preset. Errors: InvalidInput naming the file and key that is missing, or a strategy
/// with axes that no preset and option gives (--deepspeed).
core::Result<core::Settings> recordedSettings(const traces::Json& run, const std::string& path);

/// Sets what settings have no word for: the stretch of a rotary embedding, and workspaces.
void applyRecorded(const traces::Json& run, core::Workload& workload);

/// The problem that was run. Errors: as above, and InvalidInput when its buckets are not the recorded ones.
core::Result<core::Problem> recordedProblem(const traces::Json& run, const std::string& path);

}  // namespace shardscope::cli
