#include "gui/shell/page_box.h"

#include <QVBoxLayout>

namespace shardscope::gui {

PageBox::PageBox(std::function<QWidget*(QWidget*)> make, QWidget* parent)
    : QWidget(parent), make_(std::move(make)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
}

QWidget* PageBox::fill() {
    if (!content_) {
        content_ = make_(this);
        layout()->addWidget(content_);
        setFocusProxy(content_);
    }
    return content_;
}

void PageBox::refill() {
    if (!content_) return;
    delete std::exchange(content_, nullptr);
    fill();
}

void PageBox::showEvent(QShowEvent* event) {
    fill();
    QWidget::showEvent(event);
}

}  // namespace shardscope::gui
