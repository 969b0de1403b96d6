#pragma once
// Every key of the window and of its views, on one sheet.

#include <QAction>
#include <QDialog>
#include <vector>

namespace shardscope::gui {

struct KeyGroup {
    QString title;
    std::vector<QAction*> actions;  ///< those without a key are left out
};

class KeySheet : public QDialog {
    Q_OBJECT

  public:
    explicit KeySheet(const std::vector<KeyGroup>& groups, QWidget* parent = nullptr);
};

}  // namespace shardscope::gui
