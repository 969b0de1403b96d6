#pragma once
// The bridge from fonts to layout's TextMeasure.

#include <QFont>

#include "gui/layout/text_measure.h"

namespace shardscope::gui {

TextMeasure measureOf(const QFont& font);

}  // namespace shardscope::gui
