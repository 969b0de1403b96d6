#pragma once
// The sections of `shardscope report` that are tables.

#include <string>

#include "traces/analysis/report.h"

namespace shardscope::cli {

/// Peak by category, second peak, peaks by phase, the pool's numbers (report_text_memory.cpp).
std::string memoryText(const traces::RunReport& report);
/// Lifetimes by bucket (report_text_memory.cpp).
std::string gradientText(const traces::RunReport& report);
/// The same of a run without a whole step: shares of a step are left out.
std::string gradientPeakText(const traces::RunReport& report);
/// Each collective's calls and bytes, on the wire against the formulas (report_text_traffic.cpp).
std::string trafficText(const traces::RunReport& report);
/// Where a step's time goes (report_text_traffic.cpp).
std::string timeSplitText(const traces::RunReport& report);

}  // namespace shardscope::cli
