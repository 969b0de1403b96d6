#pragma once
// --stage, --strategy, and the axes that every strategy of a run shares.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/plan/strategy.h"
#include "profiler/cli/options/setting_reader.h"
#include "profiler/run/run_request.h"

namespace shardscope::cli {

/// Presets of "--stage 1,2" or "--strategy zero-1,…"; empty when neither was given. Faults: both,
/// an unknown preset (with the nearest), one given twice.
std::vector<core::Strategy> readPresets(SettingReader& read);
/// "Presets of --strategy:" and a line for each, for help.
std::string presetsText();
/// Sets strategies. Needs the workload's dtypes: the gradients' type, for a bucket size in bytes.
void readStrategies(SettingReader& read, profiler::RunRequest& request);

}  // namespace shardscope::cli
