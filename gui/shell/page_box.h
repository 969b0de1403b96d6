#pragma once
// A page whose view is made when it is first shown, so that a window opens without waiting for what
// nobody looks at yet.

#include <QWidget>
#include <functional>

namespace shardscope::gui {

class PageBox : public QWidget {
    Q_OBJECT

  public:
    /// @param make gives a new view; the box is its parent.
    explicit PageBox(std::function<QWidget*(QWidget*)> make, QWidget* parent = nullptr);

    /// Null until the page was shown.
    QWidget* content() const { return content_; }
    /// Makes the view if there is none yet.
    QWidget* fill();
    /// A new view instead of the one that was made, if it was. @param handOver gives the new one
    /// what the old one knows.
    void refill(const std::function<void(QWidget& fresh, const QWidget& old)>& handOver);

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    std::function<QWidget*(QWidget*)> make_;
    QWidget* content_ = nullptr;
};

}  // namespace shardscope::gui
