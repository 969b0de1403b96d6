#pragma once
// The machine that `simulate` stands for: a GPU by name or file, what connects it, and stragglers.

#include <string>

#include "profiler/cli/setting_reader.h"
#include "profiler/run/run_request.h"

namespace shardscope::cli {

inline constexpr std::string_view kDefaultGpu = "h100-sxm";

/// Sets hardware and stragglers; `--gpu unit` is unit costs. Faults: names and files that are not
/// there or wrong, both a name and a file, a dtype that the GPU does not have, nodes that are partly
/// filled.
void readSimulatedMachine(SettingReader& read, profiler::RunRequest& request);

/// What `--gpu help` prints: every GPU and fabric by name.
std::string hardwareListing();

}  // namespace shardscope::cli
