#pragma once
// Medians and what can be said about them from a handful of steps.

#include <cstdint>
#include <vector>

#include "traces/analysis/report.h"

namespace shardscope::traces {

/// Quantile @p share in [0, 1] by linear interpolation between order statistics; 0 of nothing.
int64_t quantileOf(std::vector<int64_t> values, double share);
int64_t medianOf(std::vector<int64_t> values);
/// Median, p5, p95, and the distribution-free 95 % interval of the median.
///
/// The interval is that of the order statistics x(l), x(n+1-l) with the largest l for which
/// P(Binomial(n, 1/2) < l) <= 2.5 %. With fewer than six values no l does: then smallest to largest.
Distribution distributionOf(const std::vector<int64_t>& values);

}  // namespace shardscope::traces
