#pragma once
// Half-open time intervals: how long something went on, and how much of it nothing else covered.

#include <cstdint>
#include <vector>

namespace shardscope::traces {

struct Interval {
    int64_t beginNs = 0, endNs = 0;
    bool operator==(const Interval&) const = default;
};

/// Sorted, disjoint, without empty ones.
std::vector<Interval> unionOf(std::vector<Interval> intervals);
int64_t lengthOf(const std::vector<Interval>& disjoint);
/// Length of what is in @p of and not in @p covered; both from unionOf().
int64_t lengthOutside(const std::vector<Interval>& of, const std::vector<Interval>& covered);
/// The parts inside [beginNs, endNs).
std::vector<Interval> clipped(const std::vector<Interval>& intervals, int64_t beginNs,
                              int64_t endNs);

}  // namespace shardscope::traces
