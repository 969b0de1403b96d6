#pragma once
// Where one panel's map is, and what lies in it. Private to gui/layout.

#include <algorithm>

#include "gui/layout/pool_map.h"
#include "gui/layout/pool_rows.h"

namespace shardscope::gui {

/// Everything about one panel's place.
struct PoolPlace {
    const PoolPanel& panel;
    int index;
    QRectF area;
    const PoolRows& rows;
    double left = 0.0, top = 0.0;  ///< of the rows
    const PoolMapViewport& viewport;
    const TextMeter& meter;
    Part& part;

    double y(int row) const { return top + row * rows.pitch; }
    double height() const { return rows.pitch - 3.0; }

    /// Calls @p give (rect, its bytes) for each row that the run lies in.
    template <class Give>
    void forRects(int32_t segment, traces::ByteRun run, Give give) const {
        rows.forRows(segment, run, [&](int row, double x, traces::ByteRun inRow) {
            const double width = std::max(1.0, rows.px(inRow.bytes()));
            give(QRectF(left + x, y(row), width, height()), inRow);
        });
    }
};

/// The blocks that are live; those that are narrow together share a box.
void layBlocks(const PoolPlace& place);

}  // namespace shardscope::gui
