#pragma once
// The text of the built-in hardware files; defined in a source that the build generates.

#include <span>
#include <string_view>

namespace shardscope::core {

struct HardwareText {
    std::string_view file;  ///< "hardware/h100-sxm.json"
    std::string_view json;
};

std::span<const HardwareText> builtinHardwareTexts();

}  // namespace shardscope::core
