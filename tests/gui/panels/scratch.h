#pragma once
// What the panels' tests share: a folder that goes away, commands made of shell lines, and waiting
// with the event loop running.

#include <QString>
#include <QTemporaryDir>
#include <QWidget>
#include <functional>

#include "gui/model/command_run.h"
#include "gui/widgets/command_place.h"

namespace shardscope::gui {

class Scratch {
  public:
    QString path(const QString& name = {}) const { return folder_.filePath(name); }
    /// Writes @p text into the file @p name. @return its path.
    QString write(const QString& name, const QByteArray& text) const;
    /// An executable `shardscope` of bash lines, in a folder of its own. @return its path.
    QString script(const QByteArray& lines) const;
    /// The built `shardscope`, working in this folder.
    CommandPlace real() const;
    /// A script in its place.
    CommandPlace fake(const QByteArray& lines) const { return {script(lines), path()}; }

  private:
    QTemporaryDir folder_;
};

/// Runs the event loop until @p done, at most @p milliseconds. @return whether it was.
bool waitUntil(const std::function<bool()>& done, int milliseconds = 180'000);
/// Runs @p command to its end.
CommandOutcome outcomeOf(CommandRun& run, const CommandLine& command);
/// Where SHARDSCOPE_PICTURES names a folder, @p widget is grabbed there for people to look at.
void picture(QWidget& widget, const QString& name);

}  // namespace shardscope::gui
