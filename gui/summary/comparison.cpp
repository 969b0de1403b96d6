#include "gui/summary/comparison.h"

#include <algorithm>

#include "traces/analysis/json_access.h"

namespace shardscope::gui::summary {

namespace {

std::vector<traces::RunReport> reportsOf(const std::vector<LoadedPtr>& recordings) {
    std::vector<traces::RunReport> reports;
    for (const LoadedPtr& recording : recordings) {
        if (recording->report) reports.push_back(*recording->report);
    }
    return reports;
}

}  // namespace

Comparison::Comparison(const std::vector<LoadedPtr>& recordings)
    : reports_(reportsOf(recordings)), model_(table::tableModelOf(reports_)) {
    // A window has room for whole names, where a terminal's table has three columns.
    for (table::TableGroup& group : model_.groups) {
        for (table::TableRow& row : group.rows) row.label = row.name;
    }
    std::vector<LoadedPtr> ours, others;
    for (const LoadedPtr& recording : recordings) {
        (recording->report ? ours : others).push_back(recording);
    }
    for (const table::TableGroup& group : model_.groups) {
        for (const table::TableRow& row : group.rows) {
            const auto index = static_cast<size_t>(row.report - reports_.data());
            rows_.push_back({ours[index], &row, &group});
        }
    }
    for (const LoadedPtr& recording : others) rows_.push_back({.recording = recording});
}

std::string nameOf(const ComparisonRow& row) {
    return row.row ? row.row->label : row.recording->name;
}

}  // namespace shardscope::gui::summary
