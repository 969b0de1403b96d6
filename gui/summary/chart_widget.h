#pragma once
// The charts on screen: as high as they need, with the exact number of what the pointer is over.

#include <QWidget>

#include "gui/summary/chart_layout.h"

namespace shardscope::gui::summary {

class ChartWidget : public QWidget {
    Q_OBJECT

  public:
    explicit ChartWidget(QWidget* parent = nullptr);
    void show(Chart chart);
    const ChartScene& scene() const { return scene_; }

    QSize sizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

  private:
    void layOut();

    Chart chart_;
    ChartScene scene_;
};

}  // namespace shardscope::gui::summary
