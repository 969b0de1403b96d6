#pragma once
// What the heat map, the Pareto chart, the memory bars and the slides of a plan share: one plan, one selected row,
// clicks, keys and tool tips. A click selects; a click on what is selected, or Enter, asks for it.

#include <QWidget>
#include <optional>

#include "gui/layout/text_measure.h"
#include "gui/model/plan.h"
#include "gui/paint/theme.h"

namespace shardscope::gui {

class PlanChart : public QWidget {
    Q_OBJECT
  public:
    explicit PlanChart(QWidget* parent = nullptr);
    void setPlan(PlanPtr plan);
    void setSelected(std::optional<size_t> row);
    std::optional<size_t> selected() const { return selected_; }

  signals:
    void selectedRow(size_t row);
    /// Simulate it, please.
    void activatedRow(size_t row);

  protected:
    virtual void paintPlan(QPainter& painter, const Theme& theme) = 0;
    virtual std::optional<size_t> rowAt(QPointF pos) const = 0;
    /// What @p key moves the selection to; nullopt where it moves nothing. Home is the first row, unless
    /// it is something here.
    virtual std::optional<size_t> rowBeyond(int key) const = 0;

    const Plan* plan() const { return plan_.get(); }
    /// As a click does.
    void choose(size_t row);
    TextMeasure measure() const;

    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

  private:
    PlanPtr plan_;
    std::optional<size_t> selected_;
};

class HeatMapWidget : public PlanChart {
    Q_OBJECT
  public:
    using PlanChart::PlanChart;
    QSize sizeHint() const override { return {480, 320}; }

  protected:
    void paintPlan(QPainter& painter, const Theme& theme) override;
    std::optional<size_t> rowAt(QPointF pos) const override;
    std::optional<size_t> rowBeyond(int key) const override;
};

class ParetoWidget : public PlanChart {
    Q_OBJECT
  public:
    using PlanChart::PlanChart;
    QSize sizeHint() const override { return {400, 320}; }

  protected:
    void paintPlan(QPainter& painter, const Theme& theme) override;
    std::optional<size_t> rowAt(QPointF pos) const override;
    std::optional<size_t> rowBeyond(int key) const override;
};

class MemoryBarsWidget : public PlanChart {
    Q_OBJECT
  public:
    using PlanChart::PlanChart;
    QSize sizeHint() const override { return {880, 150}; }

  protected:
    void paintPlan(QPainter& painter, const Theme& theme) override;
    std::optional<size_t> rowAt(QPointF pos) const override;
    std::optional<size_t> rowBeyond(int key) const override;
};

}  // namespace shardscope::gui
