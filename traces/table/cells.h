#pragma once
// What stands in a row's cells, as text of few columns. Pure functions; any thread.

#include <cstdint>
#include <string>
#include <vector>

#include "traces/analysis/report.h"
#include "traces/table/phrase.h"
#include "traces/table/units.h"

namespace shardscope::table {

/// Bytes at the peak in the order of the columns: weights, full-size gradients, gradient shards,
/// optimizer (master weights too), the rest. They add up to the peak.
std::vector<int64_t> summandsOf(const traces::RunReport& report);
/// "2.00", "384.0": at most five columns.
std::string timesText(double value);
/// " 7 RS,  7 AG", "672 AR,RS,AG", or their sum where neither fits into thirteen columns; "none".
std::string callsText(const traces::RunReport& report);
/// "246 +-3": median and half interval (rounded up) with the same decimals, at most ten columns.
std::string stepText(const traces::RunReport& report, const TimeUnit& unit);
/// What a row without numbers says instead: out of memory and where, failed and why, interrupted.
Phrase whyNoNumbers(const traces::RunReport& report);

}  // namespace shardscope::table
