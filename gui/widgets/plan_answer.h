#pragma once
// The planner's answer: heat map and Pareto chart above, memory and tables below, one configuration
// selected in all of them.

#include <QSplitter>
#include <optional>
#include <vector>

#include "gui/model/plan.h"

class QAbstractItemModel;
class QPlainTextEdit;
class QTableView;

namespace shardscope::gui {

class ConfigurationTable;
class HeatMapTable;
class PlanChart;

class PlanAnswer : public QSplitter {
    Q_OBJECT
  public:
    explicit PlanAnswer(QWidget* parent = nullptr);

    /// Selects its first row.
    void setPlan(const PlanPtr& plan);
    void select(size_t row);
    std::optional<size_t> selected() const { return selected_; }

  signals:
    void selectedRow(size_t row);
    /// Simulate it, please.
    void activatedRow(size_t row);

  private:
    QWidget* makeCharts();
    QWidget* makeTabs();
    QWidget* makeAssumptions();
    QTableView* makeTable(QAbstractItemModel* model, const QString& name);

    std::optional<size_t> selected_;
    std::vector<PlanChart*> charts_;
    HeatMapTable* cells_ = nullptr;
    ConfigurationTable* rows_ = nullptr;
    QPlainTextEdit* assumptions_ = nullptr;
};

}  // namespace shardscope::gui
