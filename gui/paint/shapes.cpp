#include "gui/paint/shapes.h"

#include "gui/paint/raster_shapes.h"

namespace shardscope::gui {

QColor Shapes::bandColour(const Theme& theme) {
    QColor colour = theme.text;
    colour.setAlphaF(0.28F);
    return colour;
}

QColor Shapes::plateColour(const Theme& theme) {
    QColor colour = theme.panel;
    colour.setAlphaF(0.9F);
    return colour;
}

std::unique_ptr<Shapes> shapesFor(QPainter& painter, const Theme& theme) {
    if (const auto raster = Raster::of(painter)) {
        return std::make_unique<RasterShapes>(painter, theme, *raster);
    }
    return std::make_unique<PainterShapes>(painter, theme);
}

void paintGlyph(QPainter& painter, const Glyph& glyph, const Theme& theme) {
    const double r = glyph.size / 2.0;
    const QPointF c = glyph.centre;
    const auto polygon = [&](const QPolygonF& points) { painter.drawPolygon(points); };
    painter.setPen(QPen(theme.background, 1.0));
    painter.setBrush(theme.text);
    switch (glyph.kind) {
        case MarkKind::Born:
            painter.drawEllipse(c, r, r);
            break;
        case MarkKind::Ready:
            polygon({c + QPointF(0, -r), c + QPointF(r, r), c + QPointF(-r, r)});
            break;
        case MarkKind::ReduceStart:
            polygon({c + QPointF(-r, -r), c + QPointF(r, 0), c + QPointF(-r, r)});
            break;
        case MarkKind::Reduced:
            polygon({c + QPointF(0, -r), c + QPointF(r, 0), c + QPointF(0, r), c + QPointF(-r, 0)});
            break;
        case MarkKind::Released:
            painter.setBrush(theme.background);
            painter.setPen(QPen(theme.text, 1.5));
            painter.drawEllipse(c, r - 0.5, r - 0.5);
            break;
    }
}

}  // namespace shardscope::gui
