#pragma once
// Under the table of a replay: what its times rest on.

#include <string>
#include <vector>

#include "traces/analysis/report.h"

namespace shardscope::cli {

/// What all @p reports assume, then what single ones do, then the recordings held against themselves; a
/// line each, folded at 100 columns.
std::string replayText(const std::vector<traces::RunReport>& reports);

}  // namespace shardscope::cli
