#pragma once
// What went wrong with a file, in the window and not in its way: a line a file, closed by its reader
// or when the file reads well again.

#include <QFrame>
#include <vector>

#include "gui/files/notice.h"

class QVBoxLayout;

namespace shardscope::gui {

class MessageBar : public QFrame {
    Q_OBJECT

  public:
    explicit MessageBar(QWidget* parent = nullptr);

    /// Replaces what was said of the same file.
    void say(const Notice& notice);
    /// Takes away what was said of @p path.
    void forget(const QString& path);
    const std::vector<Notice>& notices() const { return notices_; }

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void rebuild();
    QWidget* lineOf(const Notice& notice);

    std::vector<Notice> notices_;
    QWidget* lines_ = nullptr;
    QVBoxLayout* layout_;
};

}  // namespace shardscope::gui
