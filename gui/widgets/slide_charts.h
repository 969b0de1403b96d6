#pragma once
// The charts of a slide as a widget: a marker that keys and clicks move, and one selected row. A click on
// what is selected, or Enter, asks for it.

#include <QWidget>
#include <optional>

#include "gui/layout/slide_chart.h"
#include "gui/model/plan.h"

namespace shardscope::gui {

class SlideCharts : public QWidget {
    Q_OBJECT
  public:
    explicit SlideCharts(QWidget* parent = nullptr);
    /// @p plan has a slide; null shows nothing.
    void setPlan(PlanPtr plan);
    /// The marker goes where @p row is.
    void setSelected(std::optional<size_t> row);
    std::optional<size_t> selected() const { return selected_; }
    QSize sizeHint() const override { return {860, 330}; }
    QSize minimumSizeHint() const override { return {400, 220}; }

  signals:
    void selectedRow(size_t row);
    /// Simulate it, please.
    void activatedRow(size_t row);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

  private:
    SlideScene scene() const;
    std::optional<size_t> rowAt(QPointF pos) const;
    std::optional<size_t> rowBeyond(int key) const;
    void choose(size_t row);

    PlanPtr plan_;
    std::optional<size_t> selected_;
};

}  // namespace shardscope::gui
