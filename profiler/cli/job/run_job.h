#pragma once
// What `run` and `simulate` share: options to a request, the run with its progress and signals, and
// the results.

#include "core/base/result.h"
#include "profiler/cli/command.h"
#include "profiler/cli/options/setting_options.h"

namespace shardscope::cli {

struct JobTexts {
    std::string_view name;         ///< "run"
    std::string_view description;  ///< opens the help
    std::string_view footer;       ///< examples, closes it
};

/// What a build without gpu/ says to --device cuda.
core::Error noGpuDevice();

/// @return the exit status.
int runJob(const Invocation& invocation, Commands command, const JobTexts& texts);

}  // namespace shardscope::cli
