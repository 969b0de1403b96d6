#pragma once
// What went wrong in a run, in full: the table has one line for it only.

#include <string>
#include <vector>

#include "traces/analysis/report.h"

namespace shardscope::cli {

/// One paragraph a run that is not ok: the whole error; out of memory also where, what was live by
/// category, the ten largest tensors and what would have been enough. Empty when all are ok.
/// ASCII, at most 100 columns.
std::string failureText(const std::vector<traces::RunReport>& reports);

}  // namespace shardscope::cli
