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

std::string presetOf(const traces::RunReport& report) {
    return traces::textOf(report.strategy, "preset", report.name);
}

/// Whether two rows of the group have the preset of @p report.
bool presetRepeats(const table::TableGroup& group, const traces::RunReport& report) {
    return std::ranges::count_if(group.rows, [&](const table::TableRow& row) {
               return presetOf(*row.report) == presetOf(report);
           }) > 1;
}

/// A window has room for whole names, where a terminal's table has three columns.
void nameRows(const table::TableModel& model, table::TableGroup& group) {
    for (table::TableRow& row : group.rows) {
        const bool repeats = presetRepeats(group, *row.report);
        row.label =
            model.withShardGroup(repeats ? row.report->name : presetOf(*row.report), *row.report);
    }
}

}  // namespace

Comparison::Comparison(const std::vector<LoadedPtr>& recordings)
    : reports_(reportsOf(recordings)), model_(table::tableModelOf(reports_)) {
    for (table::TableGroup& group : model_.groups) nameRows(model_, group);
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
