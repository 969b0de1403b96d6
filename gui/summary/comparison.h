#pragma once
// The open recordings as the comparison's rows: what the table, the charts and the sentences show.
// Immutable; views share one value.

#include <memory>
#include <string>
#include <vector>

#include "gui/model/loaded.h"
#include "traces/table/model.h"

namespace shardscope::gui::summary {

/// One row: a run with a report, or a trace that has none.
struct ComparisonRow {
    LoadedPtr recording;
    const table::TableRow* row = nullptr;      ///< null for a trace without a report
    const table::TableGroup* group = nullptr;  ///< null for a trace without a report

    const traces::RunReport* report() const { return row ? row->report : nullptr; }
};

class Comparison {
  public:
    explicit Comparison(const std::vector<LoadedPtr>& recordings);
    Comparison(const Comparison&) = delete;  // rows point into the reports
    Comparison& operator=(const Comparison&) = delete;

    /// In the table's order: by group, then as opened; traces without a report last.
    const std::vector<ComparisonRow>& rows() const { return rows_; }
    const table::TableModel& model() const { return model_; }
    const std::vector<traces::RunReport>& reports() const { return reports_; }

  private:
    std::vector<traces::RunReport> reports_;
    table::TableModel model_;
    std::vector<ComparisonRow> rows_;
};

using ComparisonPtr = std::shared_ptr<const Comparison>;

/// "zero-1" for people: the preset, the run's name where the preset repeats, the file's for a trace
/// without a report.
std::string nameOf(const ComparisonRow& row);

}  // namespace shardscope::gui::summary
