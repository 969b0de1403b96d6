#pragma once
// The comparison as bars: peak memory by category, traffic by collective, where a step's time goes.
// The application's thread only because of translation.

#include "gui/summary/chart.h"
#include "gui/summary/comparison.h"

namespace shardscope::gui::summary {

Chart chartOf(const Comparison& comparison);

/// One run in each panel (chart_cells.cpp). Every number is one of the run's report.
ChartCell memoryCell(const traces::RunReport& report, const table::TableModel& model);
ChartCell trafficCell(const traces::RunReport& report, const table::TableModel& model);
ChartCell timeCell(const traces::RunReport& report, const table::TableModel& model);

}  // namespace shardscope::gui::summary
