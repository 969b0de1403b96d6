#include "gui/widgets/plan_chart.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyleOptionFocusRect>
#include <QToolTip>

#include "gui/model/plan_words.h"
#include "gui/paint/text_font.h"

namespace shardscope::gui {

PlanChart::PlanChart(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setMinimumSize(200, 90);
}

TextMeasure PlanChart::measure() const { return measureOf(font()); }

void PlanChart::setPlan(PlanPtr plan) {
    plan_ = std::move(plan);
    setSelected(std::nullopt);
}

void PlanChart::setSelected(std::optional<size_t> row) {
    selected_ = row;
    setAccessibleDescription(plan_ && row ? rowSentence(plan_->rows[*row]) : QString());
    update();
}

void PlanChart::choose(size_t row) {
    setSelected(row);
    emit selectedRow(row);
}

void PlanChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setFont(font());
    if (plan_) paintPlan(painter, themeOf(palette()));
    if (!hasFocus()) return;
    QStyleOptionFocusRect focus;
    focus.initFrom(this);
    style()->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, &painter, this);
}

void PlanChart::mousePressEvent(QMouseEvent* event) {
    const auto row = plan_ ? rowAt(event->position()) : std::nullopt;
    if (event->button() != Qt::LeftButton || !row) return QWidget::mousePressEvent(event);
    const bool again = row == selected_;
    choose(*row);
    if (again) emit activatedRow(*row);
}

void PlanChart::mouseMoveEvent(QMouseEvent* event) {
    const bool something = plan_ && rowAt(event->position());
    setCursor(something ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void PlanChart::keyPressEvent(QKeyEvent* event) {
    if (!plan_) return QWidget::keyPressEvent(event);
    const int key = event->key();
    if ((key == Qt::Key_Return || key == Qt::Key_Enter) && selected_) {
        emit activatedRow(*selected_);
        return;
    }
    auto row = rowBeyond(key);
    if (!row && key == Qt::Key_Home) row = plan_->firstRow();
    if (!row) return QWidget::keyPressEvent(event);
    choose(*row);
}

void PlanChart::focusInEvent(QFocusEvent*) { update(); }
void PlanChart::focusOutEvent(QFocusEvent*) { update(); }

bool PlanChart::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto row = plan_ ? rowAt(help->pos()) : std::nullopt;
    if (!row) {
        QToolTip::hideText();
        return true;
    }
    const QString text = rowSentence(plan_->rows[*row]);
    QToolTip::showText(help->globalPos(), QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped()),
                       this);
    return true;
}

}  // namespace shardscope::gui
