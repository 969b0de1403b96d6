#pragma once
// From what a shape means to the brush that draws it.

#include <QBrush>

#include "gui/layout/scene.h"
#include "gui/paint/theme.h"

namespace shardscope::gui {

QColor colourOf(Ink ink, const Theme& theme);
/// The colour of a fill without its hatch's lines: pale where the hatch says "wasted".
QColor groundOf(const Fill& fill, const Theme& theme);
/// The colour of a hatch's lines.
QColor linesOf(const Fill& fill, const Theme& theme);
/// One opaque texture: ground and lines. For raster devices; @p scale is their pixel ratio.
QBrush brushOf(const Fill& fill, const Theme& theme, double scale);
/// Black or white, whichever reads better on @p fill.
QColor textOn(const QColor& fill);
QColor mixed(const QColor& a, const QColor& b, double shareOfB);

}  // namespace shardscope::gui
