#pragma once
// What a hit or a selection points at, and the words that its tip and its facts share. Private to
// gui/layout.

#include <QString>

#include "gui/layout/viewport.h"

namespace shardscope::gui {

/// Null where there is no such panel, or nothing of its rank.
const Frame* frameOf(int panel, const std::vector<Frame>& frames);
/// Of @p frame, whose rows() are not null; null where there is no such span or bucket.
const Span* spanOf(const Frame& frame, int lane, uint32_t index);
const BucketTrack* bucketOf(const Frame& frame, int bucket);
/// "B6"; empty where the recording names no such bucket.
QString labelOf(const Frame& frame, int bucket);

/// "matmul h.3: 1.20 ms, 3.4 MiB read and written".
QString spanText(const Frame& frame, const Span& span);
/// How long after the panel's origin @p ns is.
QString since(const Frame& frame, int64_t ns);
/// 0: null.
int64_t lengthOf(const Life* life);

}  // namespace shardscope::gui
