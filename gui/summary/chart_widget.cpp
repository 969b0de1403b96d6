#include "gui/summary/chart_widget.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <cmath>

#include "gui/paint/theme.h"
#include "gui/summary/chart_paint.h"

namespace shardscope::gui::summary {

ChartWidget::ChartWidget(QWidget* parent) : QWidget(parent) {
    setMinimumWidth(static_cast<int>(kLeastChartWidth));
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void ChartWidget::show(Chart chart) {
    chart_ = std::move(chart);
    layOut();
}

void ChartWidget::layOut() {
    scene_ = layoutChart(chart_, width(), measureOf(font()));
    setMinimumHeight(static_cast<int>(std::ceil(scene_.height)));
    updateGeometry();
    update();
}

QSize ChartWidget::sizeHint() const {
    return {static_cast<int>(kLeastChartWidth), static_cast<int>(std::ceil(scene_.height))};
}

int ChartWidget::heightForWidth(int width) const {
    return static_cast<int>(std::ceil(layoutChart(chart_, width, measureOf(font())).height));
}

void ChartWidget::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintChart(painter, scene_, themeOf(palette()), font());
}

void ChartWidget::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layOut();
}

void ChartWidget::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) layOut();
}

bool ChartWidget::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString tip = tipAt(scene_, help->pos());
    if (tip.isEmpty()) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(help->globalPos(), tip, this);
    }
    return true;
}

}  // namespace shardscope::gui::summary
