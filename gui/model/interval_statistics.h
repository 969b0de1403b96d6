#pragma once
// What a rank held, computed and sent in an interval.

#include "gui/model/timeline.h"

namespace shardscope::gui {

struct IntervalStatistics {
    int64_t lengthNs = 0;
    int64_t computingNs = 0;  ///< at least one compute operation ran
    int64_t exposedNs = 0;    ///< transfers while nothing was computed
    int64_t stalledNs = 0;    ///< the compute stream stood still
    int64_t collectives = 0;  ///< that began in the interval; so are the bytes
    int64_t payloadBytes = 0, wireBytes = 0;
    int64_t peakBytes = 0;  ///< most live at once
    core::CategoryBytes atPeak{};
    int64_t peakFullBytes = 0;  ///< most full-size gradient bytes at once
};

/// Of [beginNs, endNs) of the recording's clock. Cost: what is inside.
IntervalStatistics statisticsOf(const RankTimeline& rank, int64_t beginNs, int64_t endNs);

}  // namespace shardscope::gui
