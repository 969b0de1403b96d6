#pragma once
// The machine that `simulate` stands for: a GPU by name or file, what connects it, and stragglers.

#include <string>
#include <vector>

#include "profiler/cli/options/setting_reader.h"
#include "profiler/run/run_request.h"

namespace shardscope::cli {

inline constexpr std::string_view kDefaultGpu = "h100-sxm";

/// The machine that --gpu or --hardware, --fabric and --gpus-per-node name; without the first two,
/// kDefaultGpu. Errors: InvalidInput of names and files that are not there or wrong, and of both.
core::Result<core::Hardware> readHardware(SettingReader& read);
/// A fault where @p hardware cannot compute in @p dtype.
void checkDtype(SettingReader& read, const core::Hardware& hardware, core::DType dtype);

/// Sets hardware and stragglers; `--gpu unit` is unit costs. Faults: names and files that are not
/// there or wrong, both a name and a file, a dtype that the GPU does not have, nodes that are partly
/// filled.
void readSimulatedMachine(SettingReader& read, profiler::RunRequest& request);

/// Whether `--gpu help` is among @p args, in either spelling.
bool asksForHardware(const std::vector<std::string>& args);
/// What `--gpu help` prints: every GPU and fabric by name.
std::string hardwareListing(bool withUnitCosts = true);

}  // namespace shardscope::cli
