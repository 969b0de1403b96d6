#pragma once
// The parts of the comparison table, each in a file of its name.

#include <string>
#include <vector>

#include "profiler/cli/table.h"
#include "profiler/cli/table_model.h"

namespace shardscope::cli {

/// What was run, on what, how often (table_header.cpp).
std::string tableHeader(const TableModel& model, const TableOptions& options);
/// Column headings and rows by group (table_rows.cpp).
std::string tableRows(const TableModel& model);
/// Rates, shares of the step and device memory of runs on simulated hardware (table_simulated.cpp);
/// "" when there are none.
std::string simulatedRows(const TableModel& model);
/// Full-size gradient bytes over one step, a line a row, one scale (table_curve.cpp).
std::string tableCurves(const TableModel& model);
/// What the numbers say, one sentence an entry (table_sentences.cpp).
std::vector<std::string> memorySentences(const TableModel& model);
std::vector<std::string> stepSentences(const TableModel& model);
/// Weights, losses, observed axes, recorder losses, notes (table_checks.cpp).
std::vector<std::string> checkSentences(const TableModel& model);
/// Commands that follow from the numbers (table_next.cpp); "" when there are none.
std::string nextLine(const TableModel& model);

}  // namespace shardscope::cli
