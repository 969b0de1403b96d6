#pragma once
// Colours and dashes of curves that stand for strategies: told apart without colour too.

#include <QColor>
#include <QPen>

#include "gui/paint/theme.h"

namespace shardscope::gui {

/// Okabe and Ito's colours (jfly.uni-koeln.de/color), darkened for text on white; repeats after eight.
QColor seriesColour(int index, const Theme& theme);
/// The colour with a width and a dash that differ between neighbours.
QPen seriesPen(int index, const Theme& theme);

}  // namespace shardscope::gui
