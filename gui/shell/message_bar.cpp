#include "gui/shell/message_bar.h"

#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/paint/theme.h"

namespace shardscope::gui {

namespace {

constexpr size_t kMostLines = 4;

QColor colourOf(Notice::Kind kind, const Theme& theme) {
    switch (kind) {
        case Notice::Kind::Information:
            return theme.accent;
        case Notice::Kind::Warning:
            return theme.gathering;
        case Notice::Kind::Error:
            return theme.warning;
    }
    return theme.text;
}

QString markOf(Notice::Kind kind) {
    return kind == Notice::Kind::Information ? QStringLiteral("i") : QStringLiteral("!");
}

/// The file's name, which is what people know it by; the whole path is the tool tip.
QString textOf(const Notice& notice) {
    const QString name = QFileInfo(notice.path).fileName();
    const QString shown = name.isEmpty() ? notice.path : name;
    if (shown.isEmpty()) return notice.text.toHtmlEscaped();
    return QStringLiteral("<b>%1</b>&nbsp; %2")
        .arg(shown.toHtmlEscaped(), notice.text.toHtmlEscaped());
}

}  // namespace

MessageBar::MessageBar(QWidget* parent) : QFrame(parent), layout_(new QVBoxLayout(this)) {
    layout_->setContentsMargins(0, 0, 0, 0);
    setVisible(false);
}

void MessageBar::say(const Notice& notice) {
    std::erase_if(notices_, [&](const Notice& other) { return other.path == notice.path; });
    notices_.push_back(notice);
    rebuild();
}

void MessageBar::forget(const QString& path) {
    const size_t before = notices_.size();
    std::erase_if(notices_, [&](const Notice& notice) { return notice.path == path; });
    if (notices_.size() != before) rebuild();
}

QWidget* MessageBar::lineOf(const Notice& notice) {
    const Theme theme = themeOf(palette());
    auto* line = new QFrame(lines_);
    line->setObjectName(QStringLiteral("notice"));
    line->setStyleSheet(
        QStringLiteral("QFrame#notice { background: %1; border-left: 4px solid %2; }")
            .arg(theme.background.name(), colourOf(notice.kind, theme).name()));
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(12, 6, 6, 6);
    auto* mark = new QLabel(markOf(notice.kind), line);
    mark->setStyleSheet(
        QStringLiteral("font-weight: bold; color: %1").arg(colourOf(notice.kind, theme).name()));
    auto* text = new QLabel(textOf(notice), line);
    text->setWordWrap(true);
    text->setTextFormat(Qt::RichText);
    text->setToolTip(notice.path);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* close = new QToolButton(line);
    close->setText(QStringLiteral("\u00d7"));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close this message"));
    close->setAccessibleName(tr("Close this message"));
    connect(close, &QToolButton::clicked, this, [this, path = notice.path] { forget(path); });
    row->addWidget(mark);
    row->addWidget(text, 1);
    row->addWidget(close, 0, Qt::AlignTop);
    return line;
}

/// The latest first; a few at once, so that the view keeps its room.
void MessageBar::rebuild() {
    if (lines_) {
        lines_->hide();
        lines_->deleteLater();  // a line's own button may be what asked
    }
    lines_ = new QWidget(this);
    auto* lines = new QVBoxLayout(lines_);
    lines->setContentsMargins(8, 6, 8, 2);
    lines->setSpacing(4);
    const size_t shown = std::min(notices_.size(), kMostLines);
    for (size_t i = 0; i < shown; ++i) lines->addWidget(lineOf(notices_[notices_.size() - 1 - i]));
    if (shown < notices_.size()) {
        lines->addWidget(new QLabel(tr("and %1 more").arg(notices_.size() - shown), lines_));
    }
    layout_->addWidget(lines_);
    lines_->show();
    setVisible(!notices_.empty());
}

void MessageBar::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::LanguageChange) {
        if (!notices_.empty()) rebuild();
    }
}

}  // namespace shardscope::gui
