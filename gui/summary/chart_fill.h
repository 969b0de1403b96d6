#pragma once
// What a part of a bar is, and how it looks: a colour and a pattern each, so that neither stands
// alone. Pure but for translation.

#include <QColor>
#include <QString>

#include "core/base/category.h"
#include "gui/paint/theme.h"

namespace shardscope::gui::summary {

/// The first ten are the memory categories.
enum class Fill : uint8_t {
    FirstOther = core::kCategories,
    ReduceScatter = FirstOther,
    AllGather,
    AllReduce,
    Reduce,
    Broadcast,
    Computing,
    Standing,
    Hidden,
    Exposed,
    Waiting,
};

constexpr Fill fillOf(core::Category category) { return static_cast<Fill>(category); }

QColor colourOf(Fill fill, const Theme& theme);
Qt::BrushStyle patternOf(Fill fill);
/// "all-gather", "exposed communication".
QString titleOf(Fill fill);

}  // namespace shardscope::gui::summary
