#include "gui/widgets/curve_widget.h"

#include <QPainter>

#include "gui/paint/paint_curves.h"
#include "gui/paint/text_font.h"

namespace shardscope::gui {

CurveWidget::CurveWidget(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void CurveWidget::setChart(CurveChart chart) {
    chart_ = std::move(chart);
    QStringList ends;
    for (const Curve& curve : chart_.curves) {
        if (curve.points.empty()) continue;
        ends += QStringLiteral("%1 %2").arg(curve.name, chart_.yText(curve.points.back().y()));
    }
    setAccessibleName(chart_.title);
    setAccessibleDescription(ends.isEmpty() ? chart_.nothing : ends.join(QStringLiteral(", ")));
    update();
}

void CurveWidget::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setFont(font());
    paintCurves(painter, layoutCurves(chart_, size(), measureOf(font())), themeOf(palette()));
}

}  // namespace shardscope::gui
