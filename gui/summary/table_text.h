#pragma once
// What stands in the comparison table's cells. The application's thread only because of
// translation.

#include <QString>
#include <QVariant>

#include "gui/summary/comparison.h"
#include "gui/summary/summary_table.h"

namespace shardscope::gui::summary {

/// "peak\nMiB": the unit of the column under its name.
QString headingOf(Column column, const Comparison& comparison);
/// What a column holds, in a sentence.
QString explanationOf(Column column);
QString cellText(Column column, const ComparisonRow& row, const Comparison& comparison);
/// Invalid for texts and where a row has no number.
QVariant cellValue(Column column, const ComparisonRow& row);
bool isNumeric(Column column);

}  // namespace shardscope::gui::summary
