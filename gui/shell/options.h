#pragma once
// What was typed after shardscope-gui. Pure; any thread.

#include <QSize>
#include <QStringList>
#include <optional>

#include "core/base/result.h"

namespace shardscope::gui {

enum class PageId : uint8_t { Compare, Summary, Plan, Run };
inline constexpr int kPages = 4;
enum class ThemeChoice : uint8_t { Desktop, Light, Dark };
enum class Language : uint8_t { English, Korean };

struct ProgramOptions {
    QStringList files;
    QString render;  ///< a picture to write instead of a window; empty: a window
    std::optional<PageId> view;
    bool map = false;             ///< the compare page with its memory map
    std::optional<int64_t> atNs;  ///< instant of the map, from where the panels are aligned
    std::optional<QSize> size;
    std::optional<ThemeChoice> theme;
    std::optional<Language> language;
    bool help = false, version = false;
};

/// @param arguments without the program's name; values as "--view summary" or "--view=summary".
/// Errors: InvalidInput naming the option, what was found and what is allowed.
core::Result<ProgramOptions> parseOptions(const QStringList& arguments);
/// What --help prints.
QString helpText();

}  // namespace shardscope::gui
