#pragma once
// Which `shardscope` the views call, and the folder it works in.

#include <QDir>
#include <QString>

#include "gui/model/command_line.h"

namespace shardscope::gui {

struct CommandPlace {
    QString program;  ///< empty: not found; views then say what to do
    QString folder;   ///< relative paths of forms and recordings start here

    /// Beside this program, and the current folder.
    static CommandPlace here() { return {findCommand(), QDir::currentPath()}; }
    CommandLine call(const QStringList& arguments) const { return {program, arguments, folder}; }
};

}  // namespace shardscope::gui
