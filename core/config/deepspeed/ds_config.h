#pragma once
// Reads a DeepSpeed configuration.

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/config/deepspeed/settings.h"

namespace shardscope::core {

/// Comments and trailing commas are accepted. Errors: InvalidInput naming file, line and key: broken
/// JSON, a key that DeepSpeed does not know (with the nearest one that it does), a wrong type or range,
/// and what is switched on and not modelled (offload, other parallelism, …), with the reason.
Result<DeepSpeedSettings> readDeepSpeedConfig(const std::string& path);
/// The same from @p json; @p name stands for the file in messages.
Result<DeepSpeedSettings> parseDeepSpeedConfig(std::string_view json, std::string_view name);

}  // namespace shardscope::core
