#pragma once
// What part of the recordings is looked at, and how: the whole state of a picture beside the
// recordings themselves. A value: the zoom history is a list of ranges.

#include <QSizeF>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gui/model/loaded.h"

namespace shardscope::gui {

/// Half-open, nanoseconds from where the panels are aligned.
struct TimeRange {
    int64_t beginNs = 0, endNs = 1;

    int64_t lengthNs() const { return endNs - beginNs; }
    bool operator==(const TimeRange&) const = default;
};

/// @p range with @p anchorNs kept in place and its length times @p factor, at least 100 ns long.
TimeRange zoomed(const TimeRange& range, int64_t anchorNs, double factor);
TimeRange moved(const TimeRange& range, int64_t byNs);
/// Shortened to @p whole's length and moved inside it.
TimeRange clampedTo(const TimeRange& range, const TimeRange& whole);

/// A bucket's gradient, a span of a lane, or a call of the pool that is selected.
struct Selection {
    int panel = -1;
    int bucket = -1;  ///< -1: none
    int step = -1, microBatch = -1;
    int lane = -1;  ///< with a span: its lane
    uint32_t span = 0;
    uint32_t call = kNoCall;  ///< of the pool: an allocation stands for its block

    bool any() const { return panel >= 0; }
    bool operator==(const Selection&) const = default;
};

struct Viewport {
    QSizeF size{1280, 720};
    TimeRange range;
    double scroll = 0.0;               ///< pixels of the panels above the top edge
    std::optional<int> rank;           ///< none: each recording's worst
    bool allRanks = false;             ///< min-max band over ranks beside the shown one
    std::optional<int64_t> alignStep;  ///< none: each recording's median step
    bool everyBucket = false;          ///< a row a bucket, however many there are
    std::optional<int64_t> cursorNs;
    int hoveredPanel = -1;              ///< whose composition is listed at the cursor
    std::optional<TimeRange> interval;  ///< selected by dragging
    Selection selection;
    std::set<std::string> pinned;  ///< lanes that stay in sight, by title
    bool chrome = true;            ///< legend and minimap
};

/// One recording's panel: which rank is shown and where its time starts.
struct Frame {
    const LoadedRecording* recording = nullptr;
    int rank = 0;
    int64_t originNs = 0;              ///< of the recording's clock, at 0 of the axis
    const StepWindow* step = nullptr;  ///< that it is aligned by; nullptr: at its first event
    int64_t stepIndex() const { return step ? step->step : -1; }
    /// Null for a recording without events of that rank.
    const RankTimeline* rows() const;
};

/// A frame a recording.
std::vector<Frame> framesOf(const std::vector<LoadedPtr>& recordings, const Viewport& viewport);
/// The aligned steps of all panels and a little around them.
TimeRange stepRange(const std::vector<Frame>& frames);
/// Everything that was recorded.
TimeRange wholeRange(const std::vector<Frame>& frames);

}  // namespace shardscope::gui
