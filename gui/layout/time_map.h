#pragma once
// From a recording's nanoseconds to pixels and back, and spans too narrow to see folded into one.

#include <QRectF>
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "gui/layout/viewport.h"
#include "gui/model/visible.h"

namespace shardscope::gui {

inline constexpr double kFoldPixels = 3.0;

/// One panel's time on the common axis.
struct TimeMap {
    double left = 0.0, right = 1.0;  ///< pixels of the range's ends
    TimeRange range;
    int64_t originNs = 0;  ///< of the recording's clock, at 0 of the axis

    double pixelsPerNs() const { return (right - left) / static_cast<double>(range.lengthNs()); }
    /// @p ns of the recording's clock; a little outside the plot at most.
    double x(int64_t ns) const {
        const double offset = static_cast<double>(ns - originNs - range.beginNs);
        return std::clamp(left + offset * pixelsPerNs(), left - 16.0, right + 16.0);
    }
    int64_t ns(double x) const {
        return originNs + range.beginNs +
               static_cast<int64_t>(std::llround((x - left) / pixelsPerNs()));
    }
    int64_t beginNs() const { return originNs + range.beginNs; }
    int64_t endNs() const { return originNs + range.endNs; }
};

/// Calls @p give (x0, x1, first index, count) for what of @p rows is in sight: one row, or several
/// neighbours that together are under kFoldPixels wide. Cost is a search an item, not a visit a row:
/// @p advance (from, ns) is the first row from `from` on that begins at or after ns.
template <class Row, class Advance, class Give>
void foldVisibleBy(Advance advance, const std::vector<Row>& rows, const TimeMap& map, Give give) {
    const auto [first, last] = visibleIn(rows, map.beginNs(), map.endNs());
    const double scale = map.pixelsPerNs();  // once: map.x() divides
    const auto x = [&map, scale](int64_t ns) {
        const double offset = static_cast<double>(ns - map.beginNs());
        return std::clamp(map.left + offset * scale, map.left - 16.0, map.right + 16.0);
    };
    const auto width = [&](const Row& row) {
        return static_cast<double>(row.endNs - row.beginNs) * scale;
    };
    size_t i = first;
    while (i < last) {
        size_t next = i + 1;
        if (width(rows[i]) < kFoldPixels) {
            const int64_t edge =
                rows[i].beginNs + static_cast<int64_t>(std::ceil(kFoldPixels / scale));
            const size_t beyond = std::min(last, advance(next, edge));
            if (beyond > next) {
                const bool wide = width(rows[beyond - 1]) >= kFoldPixels;
                next = wide ? beyond - 1 : beyond;
            }
        }
        give(x(rows[i].beginNs), x(rows[next - 1].endNs), i, next - i);
        i = next;
    }
}

template <class Row, class Give>
void foldVisible(const std::vector<Row>& rows, const TimeMap& map, Give give) {
    const auto advance = [&](size_t from, int64_t ns) {
        return advancedTo(rows, from, ns, &Row::beginNs);
    };
    foldVisibleBy(advance, rows, map, give);
}

/// The same of a lane, whose spans may be a million.
template <class Give>
void foldVisible(const Lane& lane, const TimeMap& map, Give give) {
    const auto advance = [&](size_t from, int64_t ns) {
        return lane.begins.advanced(lane.spans, from, ns);
    };
    foldVisibleBy(advance, lane.spans, map, give);
}

}  // namespace shardscope::gui
