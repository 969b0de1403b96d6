#pragma once
// A long command line as a shell script would break it: an option stays with its value. Pure.

#include <QString>
#include <QStringList>

#include "gui/layout/text_measure.h"

namespace shardscope::gui {

/// @p words, each quoted for a shell already, in lines of at most @p width where words allow; all but
/// the last end in a backslash, all but the first are indented.
QStringList commandLines(const QStringList& words, double width, const TextMeasure& measure);

}  // namespace shardscope::gui
