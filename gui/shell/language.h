#pragma once
// English and Korean, switched while the program runs: widgets get LanguageChange and say their
// words again. The application's thread only.

#include <QLocale>

#include "gui/shell/options.h"

namespace shardscope::gui {

/// Installs the translation of @p language, and takes the last one away.
void useLanguage(Language language);
Language currentLanguage();
/// Korean where the desktop speaks it, else English.
Language desktopLanguage();

}  // namespace shardscope::gui
