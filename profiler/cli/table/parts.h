#pragma once
// The parts of the comparison table, each in a file of its name.

#include <string>

#include "profiler/cli/table/table.h"
#include "traces/table/model.h"

namespace shardscope::cli {

/// What was run, on what, how often (table_header.cpp).
std::string tableHeader(const table::TableModel& model, const TableOptions& options);
/// "stragglers sigma 0.5, seed 0"; "" where all ranks are alike.
std::string stragglersText(const traces::RunReport& report);
/// Column headings and rows by group (table_rows.cpp).
std::string tableRows(const table::TableModel& model);
/// Rates, shares of the step and device memory of runs on simulated hardware (table_simulated.cpp);
/// "" when there are none.
std::string simulatedRows(const table::TableModel& model);
/// Full-size gradient bytes over one step, a line a row, one scale (table_curve.cpp).
std::string tableCurves(const table::TableModel& model);
/// Commands that follow from the numbers (table_next.cpp); "" when there are none.
std::string nextLine(const table::TableModel& model);

}  // namespace shardscope::cli
