#pragma once
// A scene's texts. On images a text is shaped once and drawn from its glyphs afterwards. The
// application's thread.

#include <QFont>
#include <QPainter>
#include <array>

#include "gui/layout/scene.h"
#include "gui/paint/theme.h"

namespace shardscope::gui {

class Labels {
  public:
    Labels(QPainter& painter, const Theme& theme);
    /// The text alone, without its plate.
    void draw(const Label& label);
    /// The painter's font is no longer what was set last.
    void forgetFont() { font_ = -1; }

  private:
    QPainter& painter_;
    const Theme& theme_;
    bool shapeOnce_;
    std::array<QFont, 4> fonts_;
    int font_ = -1;  ///< the painter's
};

}  // namespace shardscope::gui
