#pragma once
// Shows one chart of curves: layoutCurves() and paintCurves() in a widget.

#include <QWidget>

#include "gui/layout/curve_chart.h"

namespace shardscope::gui {

class CurveWidget : public QWidget {
    Q_OBJECT
  public:
    explicit CurveWidget(QWidget* parent = nullptr);
    void setChart(CurveChart chart);
    QSize minimumSizeHint() const override { return {240, 110}; }
    QSize sizeHint() const override { return {640, 200}; }

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    CurveChart chart_;
};

}  // namespace shardscope::gui
