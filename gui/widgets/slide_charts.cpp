#include "gui/widgets/slide_charts.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyleOptionFocusRect>
#include <QToolTip>

#include "gui/model/plan_words.h"
#include "gui/paint/paint_slide.h"
#include "gui/paint/text_font.h"

namespace shardscope::gui {

SlideCharts::SlideCharts(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void SlideCharts::setPlan(PlanPtr plan) {
    plan_ = std::move(plan);
    setSelected(std::nullopt);
}

void SlideCharts::setSelected(std::optional<size_t> row) {
    selected_ = row;
    setAccessibleDescription(plan_ && row ? rowSentence(plan_->rows[*row]) : QString());
    update();
}

SlideScene SlideCharts::scene() const {
    const qsizetype stop = selected_ ? stopOf(*plan_, *selected_) : 0;
    return layoutSlide(*plan_, size(), measureOf(font()), stop, selected_);
}

std::optional<size_t> SlideCharts::rowAt(QPointF pos) const {
    return plan_ ? hitTest(scene(), pos) : std::nullopt;
}

/// Left and right along the setting, up and down between strategies.
std::optional<size_t> SlideCharts::rowBeyond(int key) const {
    if (!selected_) return std::nullopt;
    const qsizetype stop = stopOf(*plan_, *selected_), strategy = strategyOf(*plan_, *selected_);
    switch (key) {
        case Qt::Key_Left:
            return slideRow(*plan_, stop - 1, strategy);
        case Qt::Key_Right:
            return slideRow(*plan_, stop + 1, strategy);
        case Qt::Key_Up:
            return slideRow(*plan_, stop, strategy - 1);
        case Qt::Key_Down:
            return slideRow(*plan_, stop, strategy + 1);
        case Qt::Key_Home:
            return slideRow(*plan_, 0, strategy);
        case Qt::Key_End:
            return slideRow(*plan_, plan_->slide->values.size() - 1, strategy);
        default:
            return std::nullopt;
    }
}

void SlideCharts::choose(size_t row) {
    setSelected(row);
    emit selectedRow(row);
}

void SlideCharts::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setFont(font());
    if (plan_) paintSlide(painter, scene(), themeOf(palette()));
    if (!hasFocus()) return;
    QStyleOptionFocusRect focus;
    focus.initFrom(this);
    style()->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, &painter, this);
}

void SlideCharts::mousePressEvent(QMouseEvent* event) {
    const auto row = rowAt(event->position());
    if (event->button() != Qt::LeftButton || !row) return QWidget::mousePressEvent(event);
    const bool again = row == selected_;
    choose(*row);
    if (again) emit activatedRow(*row);
}

/// Dragging takes the marker along.
void SlideCharts::mouseMoveEvent(QMouseEvent* event) {
    const auto row = rowAt(event->position());
    setCursor(row ? Qt::PointingHandCursor : Qt::ArrowCursor);
    const bool drags = event->buttons().testFlag(Qt::LeftButton) && row && selected_;
    if (!drags) return;
    const auto there = slideRow(*plan_, stopOf(*plan_, *row), strategyOf(*plan_, *selected_));
    if (there && there != selected_) choose(*there);
}

void SlideCharts::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    if ((key == Qt::Key_Return || key == Qt::Key_Enter) && selected_) {
        emit activatedRow(*selected_);
        return;
    }
    const auto row = plan_ ? rowBeyond(key) : std::nullopt;
    if (!row) return QWidget::keyPressEvent(event);
    choose(*row);
}

void SlideCharts::focusInEvent(QFocusEvent*) { update(); }
void SlideCharts::focusOutEvent(QFocusEvent*) { update(); }

bool SlideCharts::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto row = rowAt(help->pos());
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
