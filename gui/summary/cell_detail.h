#pragma once
// What a number of the comparison is made of: the tool tips of its cells. The application's thread only
// because of translation.

#include <QString>

#include "gui/summary/comparison.h"
#include "gui/summary/table_text.h"

namespace shardscope::gui::summary {

/// Lines for @p column of @p row: the exact number, and for some columns what it is made of. Empty
/// where there is no more to say than the cell does.
QString detailOf(Column column, const ComparisonRow& row);

}  // namespace shardscope::gui::summary
