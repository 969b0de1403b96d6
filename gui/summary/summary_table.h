#pragma once
// The comparison table as a Qt model: a row a recording, a column a number, one unit a column. Raw
// values are under kValueRole, exactly as `report --json` has them.

#include <QAbstractTableModel>

#include "gui/summary/comparison.h"

namespace shardscope::gui::summary {

enum class Column : uint8_t {
    Strategy,
    GradAccum,
    Source,
    Peak,
    Weights,
    FullGradients,
    GradientShards,
    Optimizer,
    Rest,
    PaperStates,
    HeldStates,
    HeldShare,
    Sent,
    ElementsPerParameter,
    PaperElements,
    Calls,
    Step,
    Observed,
};
inline constexpr int kColumns = 18;

/// qlonglong bytes, nanoseconds or counts; double shares and ratios; invalid where there is none.
inline constexpr int kValueRole = Qt::UserRole;

class SummaryTable : public QAbstractTableModel {
    Q_OBJECT

  public:
    using QAbstractTableModel::QAbstractTableModel;

    /// @p comparison may be null: no rows.
    void show(ComparisonPtr comparison);
    const ComparisonPtr& comparison() const { return comparison_; }
    /// Headings and texts again, in the language of now.
    void retranslate();

    /// Whether a row has a sentence instead of numbers: it stands in Column::Peak, and the rest of
    /// the row is empty.
    bool isSentence(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    ComparisonPtr comparison_;
};

}  // namespace shardscope::gui::summary
