#include "gui/shell/page_box.h"

#include <QVBoxLayout>
#include <memory>

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

void PageBox::refill(const std::function<void(QWidget& fresh, const QWidget& old)>& handOver) {
    if (!content_) return;
    const std::unique_ptr<QWidget> old(std::exchange(content_, nullptr));
    handOver(*fill(), *old);
}

void PageBox::showEvent(QShowEvent* event) {
    fill();
    QWidget::showEvent(event);
}

}  // namespace shardscope::gui
