#pragma once
// Recordings read and analysed: what `report` and `compare` start from.

#include <string>
#include <vector>

#include "core/base/result.h"
#include "traces/analysis/report.h"

namespace shardscope::cli {

/// One report a recording of findRecordings(@p named), in that order. Says on stderr which ones when
/// none was named, and which are incomplete. Errors: InvalidInput.
core::Result<std::vector<traces::RunReport>> openReports(const std::vector<std::string>& named);

}  // namespace shardscope::cli
