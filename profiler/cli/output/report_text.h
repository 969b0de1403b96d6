#pragma once
// One recording in detail, as text: at most 100 columns, ASCII only.

#include <string>

#include "traces/analysis/report.h"

namespace shardscope::cli {

/// Memory by category at the peak and by phase, gradient lifetimes by bucket, traffic against the
/// formulas, where a step's time goes, the observed axes with their evidence, numerics, recorder.
std::string reportText(const traces::RunReport& report);

}  // namespace shardscope::cli
