#pragma once
// What is known of one call of the pool, as text: the buffer, what in the plan asked for it, what gave it
// back, and how long it lived on the device.

#include "gui/layout/describe.h"

namespace shardscope::gui {

/// The call of @p frame's rank with its bucket; none where there is no such call.
Selection selectionOf(const Frame& frame, int panel, size_t call);
/// Where in the plan the call is: "backward of step 2, micro-batch 1". @param call is one.
QString planText(const Frame& frame, size_t call);
/// In lines; empty where there is no such call.
QString tipOf(const Frame& frame, size_t call);
/// One block for a line of a table. @param call allocates it.
struct BlockWords {
    QString what;              ///< "weights B6: 3.4 MiB, weights"
    QString place;             ///< "segment 0, at 0 B"
    QString allocated, lived;  ///< times
};
BlockWords wordsOf(const Frame& frame, size_t call);
/// The selected call's block, and the block of the same buffer in every other panel's aligned step.
FactTable factsOfCall(const Selection& selection, const std::vector<Frame>& frames);

}  // namespace shardscope::gui
