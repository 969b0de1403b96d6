#pragma once
// The `shardscope` command beside this program, and a call of it as a value. Any thread.

#include <QString>
#include <QStringList>

namespace shardscope::gui {

struct CommandLine {
    QString program;  ///< path of `shardscope`; empty when there is none
    QStringList arguments;
    QString folder;  ///< where it runs, and what its relative paths start from

    bool operator==(const CommandLine&) const = default;
};

/// The executable `shardscope` in @p folder, else in the folders of @p path (PATH's text); empty when
/// neither has one.
QString findCommand(const QString& folder, const QString& path);
/// findCommand() beside the running program, with the environment's PATH.
QString findCommand();
/// What to do when findCommand() found nothing. @p folder is where it looked first.
QString missingCommandText(const QString& folder);
QString missingCommandText();

/// @p words as one text that a shell reads back.
QString joinForShell(const QStringList& words);
/// What one would type, word by word and quoted: "shardscope" alone when PATH leads to the same file, else its path.
QStringList shownWords(const CommandLine& command, const QString& path);
QStringList shownWords(const CommandLine& command);

}  // namespace shardscope::gui
