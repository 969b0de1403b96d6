#pragma once
// A whole plan as one picture: the question, the recommendation, heat map, Pareto chart, and the memory
// of the recommended (or closest) cell. For files; the plan view shows the same parts as widgets.

#include <QPainter>
#include <QSize>

#include "gui/model/plan.h"
#include "gui/paint/theme.h"

namespace shardscope::gui {

/// Fills @p size at the painter's origin. The plan is parsePlan()'s, of what `shardscope plan --json`
/// printed.
void renderPlan(const Plan& plan, QSize size, const Theme& theme, QPainter& painter);

}  // namespace shardscope::gui
