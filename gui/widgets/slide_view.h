#pragma once
// A plan along one setting: charts, a slider that moves their marker, and every strategy's numbers at its
// value.

#include <QWidget>
#include <optional>

#include "gui/model/plan.h"

class QLabel;
class QSlider;
class QTableView;

namespace shardscope::gui {

class SlideCharts;
class SlideTable;

class SlideView : public QWidget {
    Q_OBJECT
  public:
    explicit SlideView(SlideSetting setting, QWidget* parent = nullptr);

    /// @p plan has a slide of this setting; @p like is the row of another plan whose value and strategy
    /// are selected, where they are here.
    void setPlan(const PlanPtr& plan, const PlanRow& like);
    /// Shows nothing until the next plan.
    void clear();
    /// The value and the strategy of @p row.
    void select(size_t row);
    std::optional<size_t> selected() const;

  signals:
    void selectedRow(size_t row);
    /// Simulate it, please.
    void activatedRow(size_t row);

  private:
    void build();
    void prepareTable();
    void connectParts();
    void slideTo(int stop);
    /// The charts and what belongs to them, or the word that there is nothing.
    void showParts(bool there);

    SlideSetting setting_;
    PlanPtr plan_;
    SlideCharts* charts_;
    QSlider* slider_;
    QLabel* value_;
    SlideTable* numbers_;
    QTableView* table_;
    QWidget* parts_ = nullptr;
    QLabel* nothing_ = nullptr;
};

}  // namespace shardscope::gui
