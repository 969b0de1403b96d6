#pragma once
// A plan as tables, for the eye that wants numbers and for screen readers: the heat map's cells, and
// all configurations, which sort by their numbers.

#include <QAbstractTableModel>

#include "gui/model/plan.h"

namespace shardscope::gui {

/// The role whose data sorts: numbers instead of their text.
inline constexpr int kSortRole = Qt::UserRole;
/// The role whose data is the index of the plan's row; invalid where there is none.
inline constexpr int kRowRole = Qt::UserRole + 1;

class PlanTable : public QAbstractTableModel {
    Q_OBJECT
  public:
    using QAbstractTableModel::QAbstractTableModel;
    void setPlan(PlanPtr plan);

  protected:
    const Plan* plan() const { return plan_.get(); }

  private:
    PlanPtr plan_;
};

/// Strategies down, numbers of ranks across.
class HeatMapTable : public PlanTable {
    Q_OBJECT
  public:
    using PlanTable::PlanTable;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
};

/// One configuration a row.
class ConfigurationTable : public PlanTable {
    Q_OBJECT
  public:
    using PlanTable::PlanTable;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
};

}  // namespace shardscope::gui
