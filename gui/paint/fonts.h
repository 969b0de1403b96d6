#pragma once
// The fonts of the compare view's texts, and their widths for layout. Needs a QGuiApplication.

#include <QFont>

#include "gui/layout/scene.h"

namespace shardscope::gui {

/// From the application's font, at the role's size.
QFont fontOf(TextRole role);
/// Widths in these fonts; remembers them, so one meter serves one thread.
TextMeter fontMeter();

}  // namespace shardscope::gui
