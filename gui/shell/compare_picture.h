#pragma once
// The compare view as it is at first, at the window's size: a representative step of each recording.

#include <QPixmap>
#include <QWidget>
#include <vector>

#include "gui/model/loaded.h"

namespace shardscope::gui {

class ComparePicture : public QWidget {
    Q_OBJECT

  public:
    explicit ComparePicture(QWidget* parent = nullptr);
    void setRecordings(std::vector<LoadedPtr> recordings);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    std::vector<LoadedPtr> recordings_;
    QPixmap drawn_;  // of the size, palette and language that it was drawn for
};

}  // namespace shardscope::gui
