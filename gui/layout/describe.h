#pragma once
// What is known of a selection or an interval, as text: the details under the panels, the status
// line, tool tips. Every number comes from the timeline or the report.

#include <QString>

#include "gui/layout/fact_table.h"
#include "gui/layout/scene.h"
#include "gui/layout/viewport.h"

namespace shardscope::gui {

/// What a click at @p hit selects, @p atNs from where the panels are aligned.
Selection selectionOf(const Hit& hit, const std::vector<Frame>& frames, int64_t atNs);

/// "matmul h.3 · 1.20 ms · 3.4 MiB", of a hit; empty where there is nothing to say.
QString tipOf(const Hit& hit, const std::vector<Frame>& frames, int64_t atNs);

/// The selected span, and its bucket's gradient in every panel.
FactTable factsOf(const Selection& selection, const std::vector<Frame>& frames);
/// Statistics of @p interval in every panel.
FactTable factsOf(const TimeRange& interval, const std::vector<Frame>& frames);

/// The life of @p lives at @p ns, or else the next one; nullptr when there is none.
const Life* lifeAt(const std::vector<Life>& lives, int64_t ns);

}  // namespace shardscope::gui
