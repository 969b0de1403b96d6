#pragma once
// Every coefficient of a hardware file: its key, unit, range, and place in Hardware. A table.

#include <span>
#include <string_view>

#include "core/sim/hardware.h"

namespace shardscope::core {

struct HardwareKey {
    std::string_view path;  ///< "gpu.memoryBandwidth"
    std::string_view unit;  ///< "GB/s"; what a file that states a unit must say
    double least = 0, most = 0;
    std::span<double> (*place)(Hardware&);  ///< one value, or as many as the file's list has
};

std::span<const HardwareKey> hardwareKeys();
/// nullptr when there is no such key.
const HardwareKey* findHardwareKey(std::string_view path);

}  // namespace shardscope::core
