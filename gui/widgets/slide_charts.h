#pragma once
// The charts of a slide as a widget: a marker that keys, clicks and dragging move, and one selected row.

#include "gui/layout/slide_chart.h"
#include "gui/widgets/plan_chart.h"

namespace shardscope::gui {

/// Its plan has a slide. The marker is where the selected row is.
class SlideCharts : public PlanChart {
    Q_OBJECT
  public:
    explicit SlideCharts(QWidget* parent = nullptr);
    QSize sizeHint() const override { return {860, 330}; }

  protected:
    void paintPlan(QPainter& painter, const Theme& theme) override;
    std::optional<size_t> rowAt(QPointF pos) const override;
    std::optional<size_t> rowBeyond(int key) const override;
    void mouseMoveEvent(QMouseEvent* event) override;

  private:
    SlideScene scene() const;
};

}  // namespace shardscope::gui
