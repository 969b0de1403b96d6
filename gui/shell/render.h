#pragma once
// Pictures of a view without a window: shardscope-gui --render. Needs a QApplication, and no
// display.

#include "gui/shell/options.h"

namespace shardscope::gui {

/// Reads options.files (or what startingFiles() finds) and writes options.render.
/// Errors: InvalidInput when a file cannot be read or nothing is named; Io.
core::Result<void> renderView(const ProgramOptions& options);

}  // namespace shardscope::gui
