#pragma once
// The shapes of a scene without its texts, on one of two grounds: pixels of an image, or whatever else
// Qt paints on. The application's thread.

#include <QPainter>
#include <memory>

#include "gui/layout/scene.h"
#include "gui/paint/theme.h"

namespace shardscope::gui {

class Shapes {
  public:
    virtual ~Shapes() = default;
    virtual void setClip(const QRectF& clip) = 0;
    virtual void boxes(const std::vector<Box>& boxes) = 0;
    /// A stack's areas, and a band over them.
    virtual void columns(const Stack& stack, const std::vector<BandColumn>& band) = 0;
    virtual void stroke(const Stroke& stroke) = 0;
    virtual void glyphs(const std::vector<Glyph>& glyphs) = 0;
    /// A ground for text.
    virtual void plate(const QRectF& rect) = 0;

  protected:
    static QColor bandColour(const Theme& theme);
    static QColor plateColour(const Theme& theme);
};

/// By what @p painter draws on. Both are borrowed.
std::unique_ptr<Shapes> shapesFor(QPainter& painter, const Theme& theme);

/// @p kind at @p centre, antialiased.
void paintGlyph(QPainter& painter, const Glyph& glyph, const Theme& theme);

}  // namespace shardscope::gui
