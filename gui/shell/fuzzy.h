#pragma once
// Finding a command by some of its letters. Pure; any thread.

#include <QString>
#include <optional>

namespace shardscope::gui {

/// How well @p typed fits @p name: its letters in order, whatever the case, spaces ignored; more for
/// letters that begin words and letters in a row. Nothing when a letter is missing. An empty
/// @p typed fits everything with 0.
std::optional<int> fuzzyScore(const QString& typed, const QString& name);

}  // namespace shardscope::gui
