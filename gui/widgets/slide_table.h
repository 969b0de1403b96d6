#pragma once
// Every strategy's numbers at one value of a slide, a strategy a row.

#include "gui/layout/slide_metrics.h"
#include "gui/widgets/plan_tables.h"

namespace shardscope::gui {

class SlideTable : public PlanTable {
    Q_OBJECT
  public:
    using PlanTable::PlanTable;
    /// @p plan has a slide.
    void setSlide(PlanPtr plan);
    void setStop(qsizetype stop);
    qsizetype stop() const { return stop_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    std::optional<size_t> rowAt(int strategy) const;

    std::vector<SlideMetric> metrics_;
    qsizetype stop_ = 0;
};

}  // namespace shardscope::gui
