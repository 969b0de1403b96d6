#pragma once
// What must be known of a recording before its numbers are believed. Pure; the application's thread
// only because of translation.

#include <QStringList>

#include "gui/files/notice.h"
#include "gui/model/loaded.h"

namespace shardscope::gui {

/// Whether the file was written under a schema of ours that this version does not know.
bool isOfAnotherVersion(const LoadedRecording& recording);
/// "simulated", "incomplete", "another program's trace", "out of memory", …; empty for a whole
/// measured run of ours.
QStringList marksOf(const LoadedRecording& recording);
/// What the window says when it opens: cut files, events that could not be read, traces that are
/// not ours. Absent when there is nothing to say.
std::optional<Notice> noticeOf(const LoadedRecording& recording);

/// What the recorder lost, summed over recordings; the worst clock residual.
struct Losses {
    int64_t dropped = 0, unmatched = 0, clockResidualNs = 0;
    int64_t openAtEnd = 0;            ///< not lost: begun in a step that the run's end cut short
    bool known = false;               ///< at least one recording says
    std::optional<double> stepShare;  ///< what keeping records took of a step, the most
    bool operator==(const Losses&) const = default;
};
Losses lossesOf(const std::vector<LoadedPtr>& recordings);

}  // namespace shardscope::gui
