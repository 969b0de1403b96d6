#include "gui/paint/painter_shapes.h"

#include <QPaintEngine>
#include <QPainterPath>
#include <cmath>

#include "gui/paint/inks.h"

namespace shardscope::gui {
namespace {

constexpr double kHatchStep = 6.0;

}  // namespace

PainterShapes::PainterShapes(QPainter& painter, const Theme& theme)
    : painter_(painter),
      theme_(theme),
      vector_(painter.paintEngine()->type() == QPaintEngine::SVG),
      scale_(painter.device()->devicePixelRatioF()) {}

void PainterShapes::boxes(const std::vector<Box>& boxes) {
    for (size_t i = 0; i < boxes.size();) {
        const Fill& fill = boxes[i].fill;
        rects_.clear();
        for (; i < boxes.size() && boxes[i].fill == fill; ++i) rects_.append(boxes[i].rect);
        if (fill.ink != Ink::None) drawRects(fill);
    }
}

/// rects_ in one fill.
void PainterShapes::drawRects(const Fill& fill) {
    painter_.setPen(Qt::NoPen);
    if (!vector_ || fill.hatch == Hatch::None) {
        painter_.setBrush(brush(fill));
        painter_.drawRects(rects_);
        return;
    }
    painter_.setBrush(groundOf(fill, theme_));
    painter_.drawRects(rects_);
    painter_.setPen(QPen(linesOf(fill, theme_), 1.0));
    for (const QRectF& rect : rects_) drawHatch(rect, fill.hatch);
}

/// Diagonals through @p rect on a grid common to the whole picture, cut to it.
void PainterShapes::drawHatch(const QRectF& rect, Hatch hatch) {
    if (hatch != Hatch::Falling) drawDiagonals(rect, 1.0);
    if (hatch != Hatch::Rising) drawDiagonals(rect, -1.0);
}

/// Lines x + sign·y = constant.
void PainterShapes::drawDiagonals(const QRectF& rect, double sign) {
    const double ya = sign > 0.0 ? rect.top() : rect.bottom();
    const double yb = sign > 0.0 ? rect.bottom() : rect.top();
    const double first = std::ceil((rect.left() + sign * ya) / kHatchStep) * kHatchStep;
    for (double c = first; c < rect.right() + sign * yb; c += kHatchStep) {
        const double x0 = std::clamp(c - sign * ya, rect.left(), rect.right());
        const double x1 = std::clamp(c - sign * yb, rect.left(), rect.right());
        painter_.drawLine(QPointF(x0, sign * (c - x0)), QPointF(x1, sign * (c - x1)));
    }
}

void PainterShapes::columns(const Stack& stack, const std::vector<BandColumn>& band) {
    drawStack(stack);
    drawBand(band);
}

void PainterShapes::drawStack(const Stack& stack) {
    for (size_t i = 0; i < stackingOrder().size(); ++i) {
        rects_.clear();
        for (const StackColumn& column : stack.columns) {
            const float below = i == 0 ? stack.floor : column.tops[i - 1];
            if (below <= column.tops[i]) continue;
            rects_.append(QRectF(column.x, column.tops[i], column.width, below - column.tops[i]));
        }
        const core::Category category = stackingOrder()[i];
        if (!rects_.isEmpty()) drawRects({.ink = inkOf(category), .hatch = hatchOf(category)});
    }
}

void PainterShapes::drawBand(const std::vector<BandColumn>& band) {
    if (band.empty()) return;
    rects_.clear();
    for (const BandColumn& column : band) {
        rects_.append(
            QRectF(column.x, column.top, column.width, std::max(1.0F, column.bottom - column.top)));
    }
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(bandColour(theme_));
    painter_.drawRects(rects_);
}

void PainterShapes::stroke(const Stroke& stroke) {
    QPen pen(colourOf(stroke.ink, theme_), stroke.width);
    if (stroke.dashed) pen.setDashPattern({3.0, 3.0});
    if (stroke.arrow) return drawArrow(stroke, pen);
    painter_.setPen(pen);
    painter_.drawLine(stroke.from, stroke.to);
}

void PainterShapes::drawArrow(const Stroke& stroke, const QPen& pen) {
    painter_.save();
    painter_.setRenderHint(QPainter::Antialiasing);
    const double bend = std::max(12.0, std::abs(stroke.to.x() - stroke.from.x()) / 2.0);
    QPainterPath path(stroke.from);
    path.cubicTo(stroke.from + QPointF(bend, 0.0), stroke.to - QPointF(bend, 0.0), stroke.to);
    painter_.setPen(QPen(theme_.background, pen.widthF() + 2.0));
    painter_.setBrush(Qt::NoBrush);
    painter_.drawPath(path);
    painter_.setPen(pen);
    painter_.drawPath(path);
    const QPointF tip = stroke.to;
    painter_.setBrush(pen.color());
    painter_.drawPolygon(QPolygonF({tip, tip + QPointF(-8.0, -4.0), tip + QPointF(-8.0, 4.0)}));
    painter_.restore();
}

void PainterShapes::glyphs(const std::vector<Glyph>& glyphs) {
    for (const Glyph& glyph : glyphs) paintGlyph(painter_, glyph, theme_);
}

void PainterShapes::plate(const QRectF& rect) {
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(plateColour(theme_));
    painter_.drawRect(rect);
}

const QBrush& PainterShapes::brush(const Fill& fill) {
    const int key =
        (static_cast<int>(fill.ink) * 4 + static_cast<int>(fill.hatch)) * 2 + fill.faded;
    const auto place = brushes_.constFind(key);
    return place != brushes_.constEnd() ? *place
                                        : *brushes_.insert(key, brushOf(fill, theme_, scale_));
}

}  // namespace shardscope::gui
