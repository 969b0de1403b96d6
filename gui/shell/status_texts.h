#pragma once
// What the status line says of the open recordings. The application's thread only because of
// translation.

#include <QString>
#include <vector>

#include "gui/model/loaded.h"

namespace shardscope::gui {

/// "recorder: 0 dropped, 0 unmatched, clocks within 12 us"; empty when nothing of ours is open.
QString lossesText(const std::vector<LoadedPtr>& recordings);
/// "zero-2: simulated, incomplete; bench: another program's trace"; empty when there is nothing to
/// say.
QString marksText(const std::vector<LoadedPtr>& recordings);
/// Whether the losses make numbers lower bounds.
bool hasLosses(const std::vector<LoadedPtr>& recordings);

}  // namespace shardscope::gui
