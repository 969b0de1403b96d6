#pragma once
// The table's sentences in the dashboard's language. The application's thread only, because of
// translation.

#include <QString>

#include "traces/table/phrase.h"

namespace shardscope::gui {

/// @p phrase in the language of now.
QString said(const table::Phrase& phrase);

}  // namespace shardscope::gui
