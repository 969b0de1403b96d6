#pragma once
// Set arithmetic of time intervals beyond what the analysis offers.

#include <vector>

#include "traces/analysis/intervals.h"

namespace shardscope::gui {

/// What is in @p of and not in @p covered; both from traces::unionOf().
std::vector<traces::Interval> outside(const std::vector<traces::Interval>& of,
                                      const std::vector<traces::Interval>& covered);
/// Length of the parts of @p disjoint (sorted) inside [beginNs, endNs): two binary searches and a
/// walk over what is inside.
int64_t lengthIn(const std::vector<traces::Interval>& disjoint, int64_t beginNs, int64_t endNs);

}  // namespace shardscope::gui
