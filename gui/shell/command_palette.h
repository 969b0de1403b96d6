#pragma once
// Every command of the window in one list, found by typing some of its letters.

#include <QDialog>
#include <QPointer>
#include <vector>

class QAction;
class QLineEdit;
class QListWidget;

namespace shardscope::gui {

/// A command without the mark of its key: "&Open…" → "Open…".
QString plainText(const QAction& action);
/// The commands that @p root and its children have and that can be used now, each once: no
/// separators, no menus. @return in the order of the menus.
std::vector<QAction*> commandsOf(const QObject& root);

class CommandPalette : public QDialog {
    Q_OBJECT

  public:
    explicit CommandPalette(std::vector<QAction*> actions, QWidget* parent = nullptr);

    QLineEdit& field() { return *field_; }
    QListWidget& list() { return *list_; }

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void filter();
    void choose();

    std::vector<QPointer<QAction>> actions_;
    QLineEdit* field_;
    QListWidget* list_;
};

}  // namespace shardscope::gui
