#pragma once
// A hardware document as the text of a file. Pure: what is written reads back as it was, values to six
// digits.

#include <string>

#include "core/sim/hardware_file.h"

namespace shardscope::core {

std::string hardwareText(const HardwareDocument& document);

}  // namespace shardscope::core
