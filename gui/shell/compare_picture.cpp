#include "gui/shell/compare_picture.h"

#include <QEvent>
#include <QPainter>

#include "gui/paint/render_compare.h"

namespace shardscope::gui {

ComparePicture::ComparePicture(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Recordings side by side; the summary has their numbers"));
}

void ComparePicture::setRecordings(std::vector<LoadedPtr> recordings) {
    recordings_ = std::move(recordings);
    drawn_ = {};
    update();
}

void ComparePicture::paintEvent(QPaintEvent*) {
    const Theme theme = themeOf(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.background);
    if (recordings_.empty()) {
        painter.setPen(theme.faint);
        painter.drawText(rect(), Qt::AlignCenter, tr("No recording is open."));
        return;
    }
    const QSize pixels = size() * devicePixelRatioF();
    if (drawn_.size() != pixels) {
        drawn_ = QPixmap(pixels);
        drawn_.setDevicePixelRatio(devicePixelRatioF());
        drawn_.fill(theme.background);
        QPainter once(&drawn_);
        renderCompare(recordings_, size(), theme, once);
    }
    painter.drawPixmap(0, 0, drawn_);
}

void ComparePicture::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::LanguageChange ||
        event->type() == QEvent::FontChange) {
        drawn_ = {};
        update();
    }
}

}  // namespace shardscope::gui
