#pragma once
// Results on stdout, in the format that was asked for.

#include <vector>

#include "profiler/cli/output/report_format.h"
#include "profiler/cli/table/prediction.h"
#include "traces/analysis/report.h"

namespace shardscope::cli {

/// The comparison of @p reports: what `run` and `compare` print.
void printTable(const std::vector<traces::RunReport>& reports, ReportFormat format);
/// Base against new.
void printDifference(const traces::RunReport& base, const traces::RunReport& fresh,
                     ReportFormat format);
/// A prediction against its measurement; JSON is the report of both with one more key, "prediction".
void printPrediction(const Compared& predicted, const Compared& measured, ReportFormat format);
/// Each report in full.
void printDetails(const std::vector<traces::RunReport>& reports, ReportFormat format);

}  // namespace shardscope::cli
