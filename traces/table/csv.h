#pragma once
// The comparison as CSV (RFC 4180), for spreadsheets: plain integers in bytes and nanoseconds.

#include <string>
#include <vector>

#include "traces/analysis/report.h"

namespace shardscope::table {

/// A heading line and one line a report.
std::string csvTable(const std::vector<traces::RunReport>& reports);

}  // namespace shardscope::table
