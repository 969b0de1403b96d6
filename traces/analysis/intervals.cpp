#include "traces/analysis/intervals.h"

#include <algorithm>

namespace shardscope::traces {

std::vector<Interval> unionOf(std::vector<Interval> intervals) {
    std::ranges::sort(intervals, {}, &Interval::beginNs);
    std::vector<Interval> merged;
    for (const Interval& next : intervals) {
        if (next.endNs <= next.beginNs) continue;
        if (!merged.empty() && next.beginNs <= merged.back().endNs) {
            merged.back().endNs = std::max(merged.back().endNs, next.endNs);
        } else {
            merged.push_back(next);
        }
    }
    return merged;
}

int64_t lengthOf(const std::vector<Interval>& disjoint) {
    int64_t sum = 0;
    for (const Interval& interval : disjoint) sum += interval.endNs - interval.beginNs;
    return sum;
}

int64_t lengthOutside(const std::vector<Interval>& of, const std::vector<Interval>& covered) {
    int64_t common = 0;
    size_t at = 0;
    for (const Interval& interval : of) {
        while (at < covered.size() && covered[at].endNs <= interval.beginNs) ++at;
        for (size_t i = at; i < covered.size() && covered[i].beginNs < interval.endNs; ++i) {
            common += std::min(covered[i].endNs, interval.endNs) -
                      std::max(covered[i].beginNs, interval.beginNs);
        }
    }
    return lengthOf(of) - common;
}

std::vector<Interval> clipped(const std::vector<Interval>& intervals, int64_t beginNs,
                              int64_t endNs) {
    std::vector<Interval> inside;
    for (const Interval& interval : intervals) {
        const Interval part{std::max(interval.beginNs, beginNs), std::min(interval.endNs, endNs)};
        if (part.beginNs < part.endNs) inside.push_back(part);
    }
    return inside;
}

}  // namespace shardscope::traces
