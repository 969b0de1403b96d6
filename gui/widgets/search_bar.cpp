#include "gui/widgets/search_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>

namespace shardscope::gui {

SearchBar::SearchBar(QWidget* parent)
    : QWidget(parent), field_(new QLineEdit(this)), result_(new QLabel(this)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 4);
    layout->addWidget(field_, 1);
    layout->addWidget(result_);
    field_->setClearButtonEnabled(true);
    field_->installEventFilter(this);
    connect(field_, &QLineEdit::textChanged, this, &SearchBar::queryChanged);
    retranslate();
}

void SearchBar::retranslate() {
    field_->setPlaceholderText(
        tr("Search: a regular expression, bucket:B3, category:collective, bytes>1MiB"));
    field_->setAccessibleName(tr("Search spans"));
}

void SearchBar::setResult(const QString& text, bool wrong) {
    result_->setText(text);
    result_->setForegroundRole(wrong ? QPalette::LinkVisited : QPalette::WindowText);
}

QString SearchBar::result() const { return result_->text(); }

bool SearchBar::eventFilter(QObject* watched, QEvent* event) {
    if (watched != field_ || event->type() != QEvent::KeyPress) return false;
    const auto& key = static_cast<QKeyEvent&>(*event);
    if (key.key() == Qt::Key_Escape) {
        emit closed();
        return true;
    }
    if (key.key() != Qt::Key_Return && key.key() != Qt::Key_Enter) return false;
    emit stepped(key.modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
    return true;
}

}  // namespace shardscope::gui
