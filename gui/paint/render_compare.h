#pragma once
// The compare view as a picture: what the window shows at first, for PNG and SVG export.

#include <QPainter>
#include <QSize>
#include <optional>
#include <vector>

#include "gui/model/loaded.h"
#include "gui/paint/theme.h"

namespace shardscope::gui {

/// One panel a recording, a representative step of each, aligned at its begin. @p size in logical
/// pixels. Needs a QGuiApplication (fonts), no window.
void renderCompare(const std::vector<LoadedPtr>& recordings, QSize size, const Theme& theme,
                   QPainter& painter);

/// The allocators' blocks at @p atNs from where the panels are aligned; none: at each peak.
void renderPoolMap(const std::vector<LoadedPtr>& recordings, std::optional<int64_t> atNs,
                   QSize size, const Theme& theme, QPainter& painter);

/// Height at which every panel of @p recordings is comfortable to read at @p width: for pictures that
/// need not fit a screen.
int comfortableHeight(const std::vector<LoadedPtr>& recordings, int width);

}  // namespace shardscope::gui
