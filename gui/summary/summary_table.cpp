#include "gui/summary/summary_table.h"

#include "gui/summary/cell_detail.h"
#include "gui/summary/table_text.h"
#include "traces/table/units.h"

namespace shardscope::gui::summary {

namespace {

Column columnAt(int section) { return static_cast<Column>(section); }

QVariant alignmentOf(Column column) {
    return isNumeric(column) ? int(Qt::AlignRight | Qt::AlignVCenter)
                             : int(Qt::AlignLeft | Qt::AlignVCenter);
}

}  // namespace

void SummaryTable::show(ComparisonPtr comparison) {
    beginResetModel();
    comparison_ = std::move(comparison);
    endResetModel();
}

void SummaryTable::retranslate() {
    emit headerDataChanged(Qt::Horizontal, 0, kColumns - 1);
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

bool SummaryTable::isSentence(int row) const {
    const traces::RunReport* report = comparison_->rows()[static_cast<size_t>(row)].report();
    return !report || !table::hasNumbers(*report);
}

int SummaryTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !comparison_ ? 0 : static_cast<int>(comparison_->rows().size());
}

int SummaryTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumns;
}

QVariant SummaryTable::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Column column = columnAt(index.column());
    const ComparisonRow& row = comparison_->rows()[static_cast<size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
            return cellText(column, row, *comparison_);
        case kValueRole:
            return cellValue(column, row);
        case Qt::TextAlignmentRole:
            return column == Column::Peak && isSentence(index.row())
                       ? QVariant(int(Qt::AlignLeft | Qt::AlignVCenter))
                       : alignmentOf(column);
        case Qt::ToolTipRole:
            return detailOf(column, row);
        default:
            return {};
    }
}

QVariant SummaryTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= kColumns) return {};
    const Column column = columnAt(section);
    if (role == Qt::TextAlignmentRole) return alignmentOf(column);
    if (role == Qt::ToolTipRole) return explanationOf(column);
    if (role != Qt::DisplayRole) return {};
    static const Comparison nothing({});
    return headingOf(column, comparison_ ? *comparison_ : nothing);
}

}  // namespace shardscope::gui::summary
