#include "gui/model/interval_sets.h"

#include <algorithm>

#include "gui/model/visible.h"

namespace shardscope::gui {

std::vector<traces::Interval> outside(const std::vector<traces::Interval>& of,
                                      const std::vector<traces::Interval>& covered) {
    std::vector<traces::Interval> rest;
    auto cover = covered.begin();
    for (const traces::Interval& interval : of) {
        int64_t at = interval.beginNs;
        while (cover != covered.end() && cover->endNs <= at) ++cover;
        for (auto next = cover; next != covered.end() && next->beginNs < interval.endNs; ++next) {
            if (next->beginNs > at) rest.push_back({at, next->beginNs});
            at = std::max(at, next->endNs);
        }
        if (at < interval.endNs) rest.push_back({at, interval.endNs});
    }
    return rest;
}

int64_t lengthIn(const std::vector<traces::Interval>& disjoint, int64_t beginNs, int64_t endNs) {
    const auto [first, last] = visibleIn(disjoint, beginNs, endNs);
    int64_t sum = 0;
    for (size_t i = first; i < last; ++i) {
        sum += std::max<int64_t>(
            0, std::min(disjoint[i].endNs, endNs) - std::max(disjoint[i].beginNs, beginNs));
    }
    return sum;
}

}  // namespace shardscope::gui
