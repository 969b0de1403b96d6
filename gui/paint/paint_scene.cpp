#include "gui/paint/paint_scene.h"

#include <QHash>
#include <QPaintEngine>
#include <QPainterPath>
#include <cmath>

#include "gui/paint/fonts.h"
#include "gui/paint/inks.h"
#include "gui/paint/stack_image.h"

namespace shardscope::gui {
namespace {

constexpr double kHatchStep = 6.0;

class ScenePainter {
  public:
    ScenePainter(QPainter& painter, const Theme& theme)
        : painter_(painter),
          theme_(theme),
          vector_(painter.paintEngine()->type() == QPaintEngine::SVG),
          scale_(painter.device()->devicePixelRatioF()) {
        for (size_t i = 0; i < fonts_.size(); ++i) fonts_[i] = fontOf(static_cast<TextRole>(i));
    }

    void draw(const Part& part) {
        painter_.save();
        painter_.setClipRect(part.clip);
        painter_.setRenderHint(QPainter::Antialiasing, false);
        drawBoxes(part.ground);
        drawStack(part.stack);
        drawBand(part.band);
        drawBoxes(part.boxes);
        for (const Stroke& stroke : part.strokes) drawStroke(stroke);
        painter_.setRenderHint(QPainter::Antialiasing);
        for (const Glyph& glyph : part.glyphs) drawGlyph(glyph);
        for (const Label& label : part.labels) drawLabel(label);
        painter_.restore();
    }

  private:
    void drawBoxes(const std::vector<Box>& boxes) {
        for (size_t i = 0; i < boxes.size();) {
            const Fill& fill = boxes[i].fill;
            rects_.clear();
            for (; i < boxes.size() && boxes[i].fill == fill; ++i) rects_.append(boxes[i].rect);
            if (fill.ink != Ink::None) drawRects(fill);
        }
    }

    /// rects_ in one fill.
    void drawRects(const Fill& fill) {
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
    void drawHatch(const QRectF& rect, Hatch hatch) {
        if (hatch != Hatch::Falling) drawDiagonals(rect, 1.0);
        if (hatch != Hatch::Rising) drawDiagonals(rect, -1.0);
    }

    /// Lines x + sign·y = constant.
    void drawDiagonals(const QRectF& rect, double sign) {
        const double ya = sign > 0.0 ? rect.top() : rect.bottom();
        const double yb = sign > 0.0 ? rect.bottom() : rect.top();
        const double first = std::ceil((rect.left() + sign * ya) / kHatchStep) * kHatchStep;
        for (double c = first; c < rect.right() + sign * yb; c += kHatchStep) {
            const double x0 = std::clamp(c - sign * ya, rect.left(), rect.right());
            const double x1 = std::clamp(c - sign * yb, rect.left(), rect.right());
            painter_.drawLine(QPointF(x0, sign * (c - x0)), QPointF(x1, sign * (c - x1)));
        }
    }

    void drawStack(const Stack& stack) {
        if (vector_) return drawStackRects(stack);
        QPointF topLeft;
        const QImage image = imageOf(stack, theme_, scale_, topLeft);
        if (!image.isNull()) painter_.drawImage(topLeft, image);
    }

    void drawStackRects(const Stack& stack) {
        for (size_t i = 0; i < stackingOrder().size(); ++i) {
            rects_.clear();
            for (const StackColumn& column : stack.columns) {
                const float below = i == 0 ? stack.floor : column.tops[i - 1];
                if (below <= column.tops[i]) continue;
                rects_.append(
                    QRectF(column.x, column.tops[i], column.width, below - column.tops[i]));
            }
            const core::Category category = stackingOrder()[i];
            if (!rects_.isEmpty()) drawRects({.ink = inkOf(category), .hatch = hatchOf(category)});
        }
    }

    void drawBand(const std::vector<BandColumn>& band) {
        if (band.empty()) return;
        QColor colour = theme_.text;
        colour.setAlphaF(0.28F);
        rects_.clear();
        for (const BandColumn& column : band) {
            rects_.append(QRectF(column.x, column.top, column.width,
                                 std::max(1.0F, column.bottom - column.top)));
        }
        painter_.setPen(Qt::NoPen);
        painter_.setBrush(colour);
        painter_.drawRects(rects_);
    }

    void drawStroke(const Stroke& stroke) {
        QPen pen(colourOf(stroke.ink, theme_), stroke.width);
        if (stroke.dashed) pen.setDashPattern({3.0, 3.0});
        if (stroke.arrow) return drawArrow(stroke, pen);
        painter_.setPen(pen);
        painter_.drawLine(stroke.from, stroke.to);
    }

    void drawArrow(const Stroke& stroke, const QPen& pen) {
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

    void drawGlyph(const Glyph& glyph) {
        const double r = glyph.size / 2.0;
        const QPointF c = glyph.centre;
        painter_.setPen(QPen(theme_.background, 1.0));
        painter_.setBrush(theme_.text);
        switch (glyph.kind) {
            case MarkKind::Born:
                painter_.drawEllipse(c, r, r);
                break;
            case MarkKind::Ready:
                drawPolygon({c + QPointF(0, -r), c + QPointF(r, r), c + QPointF(-r, r)});
                break;
            case MarkKind::ReduceStart:
                drawPolygon({c + QPointF(-r, -r), c + QPointF(r, 0), c + QPointF(-r, r)});
                break;
            case MarkKind::Reduced:
                drawPolygon(
                    {c + QPointF(0, -r), c + QPointF(r, 0), c + QPointF(0, r), c + QPointF(-r, 0)});
                break;
            case MarkKind::Released:
                drawRing(c, r);
                break;
        }
    }

    void drawPolygon(const QPolygonF& polygon) { painter_.drawPolygon(polygon); }

    void drawRing(const QPointF& centre, double radius) {
        painter_.setBrush(theme_.background);
        painter_.setPen(QPen(theme_.text, 1.5));
        painter_.drawEllipse(centre, radius - 0.5, radius - 0.5);
    }

    void drawLabel(const Label& label) {
        if (label.plate) {
            QColor plate = theme_.panel;
            plate.setAlphaF(0.9F);
            painter_.setPen(Qt::NoPen);
            painter_.setBrush(plate);
            painter_.drawRect(label.rect);
        }
        painter_.setFont(fonts_[static_cast<size_t>(label.role)]);
        painter_.setPen(colourOf(label.ink, theme_));
        painter_.drawText(label.rect, static_cast<int>(label.align) | Qt::TextSingleLine,
                          label.text);
    }

    const QBrush& brush(const Fill& fill) {
        const int key =
            (static_cast<int>(fill.ink) * 4 + static_cast<int>(fill.hatch)) * 2 + fill.faded;
        const auto place = brushes_.constFind(key);
        return place != brushes_.constEnd() ? *place
                                            : *brushes_.insert(key, brushOf(fill, theme_, scale_));
    }

    QPainter& painter_;
    const Theme& theme_;
    bool vector_;
    double scale_;
    QList<QRectF> rects_;
    QHash<int, QBrush> brushes_;
    std::array<QFont, 4> fonts_;
};

}  // namespace

void paint(QPainter& painter, const Scene& scene, const Theme& theme) {
    painter.save();
    painter.fillRect(QRectF(QPointF(0.0, 0.0), scene.size), theme.background);
    ScenePainter drawing(painter, theme);
    for (const Part& part : scene.parts) drawing.draw(part);
    painter.restore();
}

void paintOverlay(QPainter& painter, const Part& part, const Theme& theme) {
    ScenePainter(painter, theme).draw(part);
}

}  // namespace shardscope::gui
