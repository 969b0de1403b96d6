#pragma once
// The part of a sorted list of intervals that a time range shows.

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace shardscope::gui {

/// Half-open range of @p rows (beginNs ascending, endNs ascending: disjoint) that touch
/// [beginNs, endNs); an interval of no length counts where it begins.
template <class Row>
std::pair<size_t, size_t> visibleIn(const std::vector<Row>& rows, int64_t beginNs, int64_t endNs) {
    const auto first = std::ranges::lower_bound(rows, beginNs, {}, &Row::endNs);
    const auto last = std::lower_bound(first, rows.end(), endNs,
                                       [](const Row& row, int64_t ns) { return row.beginNs < ns; });
    return {static_cast<size_t>(first - rows.begin()), static_cast<size_t>(last - rows.begin())};
}

}  // namespace shardscope::gui
