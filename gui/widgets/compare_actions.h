#pragma once
// What can be done in the compare view, each with its keys: the hand on WASD moves, the other
// chooses. One table; the palette and the sheet of keys list it.

#include <QAction>
#include <vector>

namespace shardscope::gui {

class CompareCanvas;
class CompareView;

class CompareActions {
  public:
    /// Actions of @p canvas, which has them while it has the focus; both must outlive this.
    CompareActions(CompareView& view, CompareCanvas& canvas);
    const std::vector<QAction*>& all() const { return actions_; }
    void retranslate();
    /// Checks what is open in @p view.
    void show(const CompareView& view);
    QAction* mapAction() const { return map_; }
    QAction* holdAction() const { return hold_; }

  private:
    std::vector<QAction*> actions_;
    QAction *map_ = nullptr, *hold_ = nullptr;
};

}  // namespace shardscope::gui
