#pragma once
// From options and a workload file to what is run.

#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/config/settings.h"
#include "profiler/cli/job/mpi_world.h"
#include "profiler/cli/options/setting_options.h"
#include "profiler/run/run_request.h"

namespace shardscope::cli {

/// @p options over @p file: an option replaces the file's key; --stage and --strategy replace both.
core::Settings merged(core::Settings file, const core::Settings& options);

/// Checks everything that can be checked without running; `out` and `commandLine` are left empty.
/// @param world what mpirun said, if it started us. Errors: InvalidInput naming the option, or the
/// file, line and key, what was found and what is allowed.
core::Result<profiler::RunRequest> makeRequest(const core::Settings& settings, Commands command,
                                               std::optional<MpiWorld> world);

}  // namespace shardscope::cli
