#pragma once
// The command line that a view is about to run: wrapped, selectable, with a button that copies it.

#include <QFrame>

#include "gui/model/command_line.h"

class QLabel;
class QToolButton;

namespace shardscope::gui {

class CommandText : public QFrame {
    Q_OBJECT
  public:
    explicit CommandText(QWidget* parent = nullptr);
    void setCommand(const CommandLine& command);
    /// On one line, as it is copied.
    QString text() const;

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void copy();
    void wrap();

    QStringList words_;  ///< quoted

    QLabel* line_;
    QLabel* folder_;
    QToolButton* copy_;
};

}  // namespace shardscope::gui
