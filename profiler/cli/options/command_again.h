#pragma once
// The command that made a recording, as what follows from it is typed.

#include <span>
#include <string>
#include <string_view>

#include "traces/analysis/report.h"

namespace shardscope::cli {

/// "shardscope run" or "shardscope simulate" with the options that @p report was made with, less those of
/// @p replaced (long names), where it was written and how it was printed. Without a recorded command line
/// "shardscope run".
std::string commandAgain(const traces::RunReport& report,
                         std::span<const std::string_view> replaced);

}  // namespace shardscope::cli
