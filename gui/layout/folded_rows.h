#pragma once
// Rows that stand for several buckets. Private to gui/layout.

#include "gui/layout/panel_context.h"

namespace shardscope::gui {

/// Buckets [first, last) in one row: at each pixel as high as the bytes that live, of all their full
/// gradients; full, dead and shard bytes on top of each other.
void layFoldedGradients(const PanelContext& context, int first, int last, double y, double height);

}  // namespace shardscope::gui
