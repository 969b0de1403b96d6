#pragma once
// Light and dark: the palette that every widget and every painted view takes its colours from.

#include <QPalette>

#include "gui/paint/theme.h"
#include "gui/shell/options.h"

namespace shardscope::gui {

/// Qt's own parts in the theme's colours.
QPalette paletteOf(const Theme& theme);
/// Sets the application's palette; Desktop gives it back to the desktop.
void applyTheme(ThemeChoice choice);
/// The style in which palettes are obeyed, and a font size that a laptop can read.
void setUpAppearance();

}  // namespace shardscope::gui
