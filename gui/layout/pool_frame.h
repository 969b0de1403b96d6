#pragma once
// What stands around the maps: above each, whose pool it is, when, and how much it held; below all, how
// long a byte is and what colours mean. Private to gui/layout.

#include "gui/layout/pool_map.h"
#include "gui/layout/pool_rows.h"

namespace shardscope::gui {

inline constexpr double kPoolFoot = 20.0;  ///< px

struct PoolHead {
    QString title, text;
    bool warning = false;  ///< the map is not whole
};
PoolHead headOf(const PoolPanel& panel, bool held);

/// The last kPoolFoot pixels of @p size.
Part poolFootOf(const std::vector<PoolPanel>& panels, const std::vector<PoolRows>& rows,
                const QSizeF& size, const TextMeter& meter);

}  // namespace shardscope::gui
