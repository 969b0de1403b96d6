#pragma once
// The comparison as a Markdown table, for documents and issues.

#include <string>
#include <vector>

#include "traces/analysis/report.h"

namespace shardscope::table {

/// One row a report, numbers in the units that their headings name.
std::string markdownTable(const std::vector<traces::RunReport>& reports);

}  // namespace shardscope::table
