#include "gui/summary/chart_paint.h"

#include <QFontMetricsF>

namespace shardscope::gui::summary {

namespace {

QColor colourOf(TextRole role, const Theme& theme) {
    switch (role) {
        case TextRole::Subtitle:
        case TextRole::Group:
        case TextRole::Note:
        case TextRole::Tick:
            return theme.faint;
        case TextRole::Problem:
            return theme.warning;
        default:
            return theme.text;
    }
}

/// A pattern is drawn in the background's colour over the fill, so that the hue stays readable.
void fillBox(QPainter& painter, const SceneBox& box, const Theme& theme) {
    const QColor colour = colourOf(box.fill, theme);
    painter.fillRect(box.rect, colour);
    const Qt::BrushStyle pattern = patternOf(box.fill);
    if (pattern == Qt::SolidPattern) return;
    QColor strokes = theme.background;
    strokes.setAlpha(150);
    painter.fillRect(box.rect, QBrush(strokes, pattern));
}

/// Keeps the grid from striking text through.
void clearUnder(QPainter& painter, const SceneText& text, const QString& shown,
                const Theme& theme) {
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(shown);
    painter.fillRect(QRectF(text.rect.left(), text.rect.top(), width + 2.0, text.rect.height()),
                     theme.background);
}

void drawMarker(QPainter& painter, const SceneMarker& marker, const Theme& theme) {
    const double x = marker.rect.center().x(), top = marker.rect.top();
    const double bottom = marker.rect.bottom();
    painter.setPen(QPen(theme.background, 4.0));
    painter.drawLine(QPointF(x, top), QPointF(x, bottom));
    painter.setPen(
        QPen(theme.text, 1.6, marker.kind == Marker::Kind::Held ? Qt::DotLine : Qt::SolidLine));
    painter.drawLine(QPointF(x, top), QPointF(x, bottom));
    if (marker.kind != Marker::Kind::Paper) return;
    const std::array<QPointF, 3> head{QPointF(x - 4.0, top - 1.0), QPointF(x + 4.0, top - 1.0),
                                      QPointF(x, top + 5.0)};
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.text);
    painter.drawPolygon(head.data(), static_cast<int>(head.size()));
}

}  // namespace

QFont fontOf(TextRole role, const QFont& base) {
    QFont font = base;
    const double points = base.pointSizeF();
    switch (role) {
        case TextRole::Title:
            font.setBold(true);
            font.setPointSizeF(points * 1.1);
            break;
        case TextRole::Label:
        case TextRole::Value:
            font.setBold(true);
            break;
        case TextRole::Subtitle:
        case TextRole::Group:
        case TextRole::Note:
        case TextRole::Tick:
        case TextRole::Legend:
            font.setPointSizeF(points * 0.9);
            break;
        case TextRole::Problem:
            break;
    }
    return font;
}

TextMeasure measureOf(const QFont& base) {
    return {.width =
                [base](const QString& text, TextRole role) {
                    return QFontMetricsF(fontOf(role, base)).horizontalAdvance(text);
                },
            .height = [base](TextRole role) { return QFontMetricsF(fontOf(role, base)).height(); }};
}

void paintChart(QPainter& painter, const ChartScene& scene, const Theme& theme, const QFont& base) {
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(theme.grid, 1.0));
    for (const QLineF& line : scene.grid) painter.drawLine(line);
    for (const SceneBox& box : scene.boxes) fillBox(painter, box, theme);
    painter.setRenderHint(QPainter::Antialiasing, true);
    for (const SceneMarker& marker : scene.markers) drawMarker(painter, marker, theme);
    for (const SceneText& text : scene.texts) {
        const QFont font = fontOf(text.role, base);
        painter.setFont(font);
        painter.setPen(colourOf(text.role, theme));
        const QString shown =
            QFontMetricsF(font).elidedText(text.text, Qt::ElideRight, text.rect.width() + 1.0);
        if (text.role == TextRole::Note || text.role == TextRole::Group) {
            clearUnder(painter, text, shown, theme);
        }
        painter.drawText(text.rect, static_cast<int>(text.alignment) | Qt::TextSingleLine, shown);
    }
}

}  // namespace shardscope::gui::summary
