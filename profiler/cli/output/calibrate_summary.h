#pragma once
// What a calibration found, as a person reads it.

#include <string>

#include "core/sim/hardware_file.h"

namespace shardscope::cli {

/// Of a document that calibrate() or calibrateGpu() made.
std::string calibrationSummary(const core::HardwareDocument& document);

}  // namespace shardscope::cli
