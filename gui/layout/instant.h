#pragma once
// What a panel holds and does at one instant: values, and as lines to read.

#include <QStringList>
#include <optional>

#include "gui/layout/viewport.h"

namespace shardscope::gui {

struct Instant {
    int64_t atNs = 0;  ///< from where the panels are aligned
    bool hasMemory = false;
    int64_t live = 0;
    core::CategoryBytes composition{};
    int fullBuckets = 0;  ///< whose full gradient exists
    QStringList running;  ///< "compute: matmul h.3", lane by lane
};

Instant instantOf(const Frame& frame, int64_t atNs);
/// The first line is the summary; then the composition; then what runs.
QStringList linesOf(const Instant& instant);

}  // namespace shardscope::gui
