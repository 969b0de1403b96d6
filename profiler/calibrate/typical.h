#pragma once
// The middle of what was measured. Work is held up now and then, by little often and by much seldom: a
// mean over the middle half keeps the first, which every step has its share of, and drops the second.
// Pure.

#include <cstdint>
#include <vector>

namespace shardscope::profiler {

/// Of an even count, the upper one; 0 of none.
double medianOf(std::vector<double> values);

/// Mean over the middle half; 0 of none.
double middleMean(std::vector<double> values);

/// Whether each value lies in the middle half: a quarter is left out at either end.
std::vector<bool> inMiddleHalf(const std::vector<int64_t>& values);

}  // namespace shardscope::profiler
