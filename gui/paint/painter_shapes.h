#pragma once
// A scene's shapes by Qt's own painting: for SVG, where hatches are lines, and for what follows the
// mouse on a widget.

#include <QHash>

#include "gui/paint/shapes.h"

namespace shardscope::gui {

class PainterShapes : public Shapes {
  public:
    PainterShapes(QPainter& painter, const Theme& theme);

    void setClip(const QRectF&) override {}  // the painter's own does it
    void boxes(const std::vector<Box>& boxes) override;
    void columns(const Stack& stack, const std::vector<BandColumn>& band) override;
    void stroke(const Stroke& stroke) override;
    void glyphs(const std::vector<Glyph>& glyphs) override;
    void plate(const QRectF& rect) override;

  private:
    void drawStack(const Stack& stack);
    void drawBand(const std::vector<BandColumn>& band);
    void drawRects(const Fill& fill);
    void drawHatch(const QRectF& rect, Hatch hatch);
    void drawDiagonals(const QRectF& rect, double sign);
    void drawArrow(const Stroke& stroke, const QPen& pen);
    const QBrush& brush(const Fill& fill);

    QPainter& painter_;
    const Theme& theme_;
    bool vector_;
    double scale_;
    QList<QRectF> rects_;  ///< of one fill
    QHash<int, QBrush> brushes_;
};

}  // namespace shardscope::gui
