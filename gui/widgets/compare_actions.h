#pragma once
// The compare view's commands: one table of names and keys, one QAction each. Their keys work while
// the canvas has the focus, so that letters can be typed elsewhere.

#include <QObject>
#include <vector>

class QAction;

namespace shardscope::gui {

class CompareCanvas;

/// Makes the canvas's commands and adds them to it. @return in the order of the help.
std::vector<QAction*> addCompareActions(CompareCanvas& canvas);
/// Their names again, in the language of now.
void retranslateCompareActions(const std::vector<QAction*>& actions);

}  // namespace shardscope::gui
