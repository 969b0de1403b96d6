#pragma once
// The hardware files that are built in (core/sim/hardware/*.json), by name. Any thread.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/sim/hardware_file.h"

namespace shardscope::core {

/// Names in alphabetical order.
std::vector<std::string> hardwareNames(HardwareKind kind);
/// Errors: InvalidInput listing what there is, with the nearest name.
Result<HardwareDocument> builtinHardware(std::string_view name, std::string_view where);

/// A machine by name, e.g. gpuNamed("h100-sxm", {}). Errors: as above, and not a GPU.
Result<Hardware> gpuNamed(std::string_view name, const HardwareChoice& choice,
                          std::string_view where = "--gpu");
/// A machine from a user's file, which may extend built-in ones.
Result<Hardware> hardwareFromFile(const std::string& path, const HardwareChoice& choice);

}  // namespace shardscope::core
