#pragma once
// What a "what if" found, as people read it, translated. The application's thread only.

#include <QString>

#include "gui/model/what_if.h"

namespace shardscope::gui {

/// The recorded run and each predicted one, a line each; what was assumed; and what the recording itself
/// comes to when it is replayed. Plain text.
QString whatIfText(const Recorded& recorded, const std::vector<Predicted>& predicted);

}  // namespace shardscope::gui
