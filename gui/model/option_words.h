#pragma once
// What the command says of its options, in the dashboard's language. The application's thread only,
// because of translation.

#include <QString>

namespace shardscope::gui {

/// @p english, an option's help, default or value title, as one line in the language of now; in English
/// where it has no translation.
QString optionWords(const QString& english);

}  // namespace shardscope::gui
