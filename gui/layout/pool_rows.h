#pragma once
// In which rows of a map a segment is, and how long a byte is. Of the whole run, so that nothing moves
// while the instant does. A segment begins a row of its own and goes on in the next where it is longer;
// where there is no room for that, short ones stand beside one another. Private to gui/layout.

#include <vector>

#include "gui/model/pool_history.h"

namespace shardscope::gui {

inline constexpr double kSegmentGutter = 26.0;  ///< px, for the segment's ordinal

struct SegmentSpot {
    int row = 0;     ///< its first one
    double x = 0.0;  ///< px from that row's begin
    int64_t bytes = 0;
};

struct PoolRows {
    std::vector<SegmentSpot> spots;      ///< by ordinal
    int64_t rowBytes = 1;                ///< what a row holds, in every map
    double width = 100.0, pitch = 20.0;  ///< px of a row, and from row to row
    int count = 0;
    bool shared = false;  ///< a row may have several segments

    double px(int64_t bytes) const {
        return static_cast<double>(bytes) * width / static_cast<double>(rowBytes);
    }
    /// Bytes (a power of two) about a fifth as wide as a row, and how wide.
    std::pair<int64_t, double> scaleBar() const;
    /// Calls @p give (row, x, bytes of the run in that row) for each row that [begin, end) of @p segment
    /// lies in; x in px from the rows' left.
    template <class Give>
    void forRows(int32_t segment, traces::ByteRun run, Give give) const {
        const SegmentSpot& spot = spots[static_cast<size_t>(segment)];
        while (run.begin < run.end) {
            const int64_t row = run.begin / rowBytes;
            const int64_t end = std::min(run.end, (row + 1) * rowBytes);
            give(spot.row + static_cast<int>(row), spot.x + px(run.begin - row * rowBytes),
                 traces::ByteRun{run.begin, end});
            run.begin = end;
        }
    }
};

/// For maps of @p segments each (PoolHistory::segments()), all on one byte scale: the largest that
/// fits @p width x @p height px.
std::vector<PoolRows> poolRowsOf(const std::vector<std::vector<int64_t>>& segments, double width,
                                 double height);

}  // namespace shardscope::gui
