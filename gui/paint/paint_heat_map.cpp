#include "gui/paint/paint_heat_map.h"

#include <QCoreApplication>
#include <cmath>

namespace shardscope::gui {
namespace {

constexpr double kPadding = 6;
constexpr double kLeastMix = 0.14, kMostMix = 0.80;

QColor mixed(const QColor& under, const QColor& over, double share) {
    const auto mix = [&](int a, int b) { return static_cast<int>(a + (b - a) * share); };
    return {mix(under.red(), over.red()), mix(under.green(), over.green()),
            mix(under.blue(), over.blue())};
}

/// The two ends of the scale: blue for room, vermilion for what is missing (Okabe and Ito).
QColor roomColour(const Theme& theme) { return theme.ready; }
QColor missingColour(const Theme& theme) {
    return theme.dark ? QColor(0xf0, 0x81, 0x2f) : QColor(0xd5, 0x5e, 0x00);
}

QColor fillOf(const HeatCell& cell, const Theme& theme) {
    const double share = kLeastMix + (kMostMix - kLeastMix) * cell.tone;
    switch (cell.kind) {
        case CellKind::Fits:
        case CellKind::Unlimited:
            return mixed(theme.background, roomColour(theme), share);
        case CellKind::TooMuch:
            return mixed(theme.background, missingColour(theme), share);
        case CellKind::Refused:
            break;
    }
    return theme.panel;
}

/// Black or white, whichever contrasts more (WCAG 2.1's relative luminance).
QColor inkOn(const QColor& fill) {
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    const double luminance = 0.2126 * linear(fill.redF()) + 0.7152 * linear(fill.greenF()) +
                             0.0722 * linear(fill.blueF());
    return luminance > 0.179 ? QColor(0x10, 0x12, 0x14) : QColor(0xff, 0xff, 0xff);
}

void hatch(QPainter& painter, const QRectF& rect, const QColor& ink, Qt::BrushStyle style) {
    QColor faint = ink;
    faint.setAlpha(38);
    painter.fillRect(rect, QBrush(faint, style));
}

void paintMarks(QPainter& painter, const HeatCell& cell, const QColor& ink, const Theme& theme) {
    const double line = painter.fontMetrics().height();
    const double top = cell.rect.center().y() - line * (cell.lines.size() > 2 ? 0.5 : 0.0);
    const QRectF second(cell.rect.left(), top, cell.rect.width() - kPadding, line);
    painter.setPen(ink);
    const QString mark = cell.recommended ? QStringLiteral("★")
                         : cell.onFront   ? QStringLiteral("◆")
                                          : QString();
    if (cell.lines.size() > 1)
        painter.drawText(second, Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, mark);
    if (!cell.selected) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.background, 4));
    painter.drawRect(cell.rect.adjusted(1, 1, -1, -1));
    painter.setPen(QPen(theme.text, 2));
    painter.drawRect(cell.rect.adjusted(1, 1, -1, -1));
}

void paintCell(QPainter& painter, const HeatCell& cell, const Theme& theme) {
    const QColor fill = fillOf(cell, theme);
    const QColor ink = cell.kind == CellKind::Refused ? theme.faint : inkOn(fill);
    painter.fillRect(cell.rect, fill);
    if (cell.kind == CellKind::TooMuch) hatch(painter, cell.rect, ink, Qt::BDiagPattern);
    if (cell.kind == CellKind::Refused) hatch(painter, cell.rect, ink, Qt::DiagCrossPattern);
    const QFont font = painter.font();
    const double line = painter.fontMetrics().height();
    const double height = line * static_cast<double>(cell.lines.size());
    double top = cell.rect.top() + (cell.rect.height() - height) / 2;
    painter.setPen(ink);
    for (qsizetype i = 0; i < cell.lines.size(); ++i, top += line) {
        QFont weight = font;
        weight.setBold(i == 0);
        painter.setFont(weight);
        painter.drawText(QRectF(cell.rect.left() + kPadding, top, cell.rect.width(), line),
                         Qt::AlignLeft | Qt::AlignVCenter, cell.lines[i]);
    }
    painter.setFont(font);
    paintMarks(painter, cell, ink, theme);
}

void paintLegend(QPainter& painter, const HeatMapScene& scene, const Theme& theme) {
    const double side = 0.75 * scene.legend.height();
    double left = scene.legend.left();
    const auto entry = [&](const HeatCell& like, const QString& text) {
        const QRectF swatch(left, scene.legend.top() + 2, side, side);
        const QColor fill = fillOf(like, theme);
        painter.fillRect(swatch, fill);
        if (like.kind == CellKind::TooMuch) {
            hatch(painter, swatch, inkOn(fill), Qt::BDiagPattern);
        }
        painter.setPen(theme.faint);
        const double width = painter.fontMetrics().horizontalAdvance(text);
        painter.drawText(
            QRectF(left + side + 5, scene.legend.top(), width + 2, scene.legend.height()),
            Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text);
        left += side + width + 18;
    };
    if (scene.statesAlone) {
        painter.setPen(theme.faint);
        painter.drawText(scene.legend, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                         QCoreApplication::translate(
                             "Plan", "> what model states alone need; activations are unknown"));
        return;
    }
    if (scene.limited) {
        entry({.kind = CellKind::Fits, .tone = 0.6},
              QCoreApplication::translate("Plan", "fits: free memory"));
        entry({.kind = CellKind::TooMuch, .tone = 0.6},
              QCoreApplication::translate("Plan", "too much by"));
    } else {
        entry({.kind = CellKind::Unlimited, .tone = 0.6},
              QCoreApplication::translate("Plan", "no limit given: less is bluer"));
    }
    painter.setPen(theme.faint);
    painter.drawText(
        QRectF(left, scene.legend.top(), scene.size.width() - left, scene.legend.height()),
        Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
        QCoreApplication::translate("Plan", "★ recommended  ◆ on the front"));
}

}  // namespace

void paintHeatMap(QPainter& painter, const HeatMapScene& scene, const Theme& theme) {
    painter.save();
    painter.setPen(theme.faint);
    for (const HeatLabel& label : scene.ranks) {
        painter.drawText(label.rect, Qt::AlignHCenter | Qt::AlignVCenter | Qt::TextDontClip,
                         label.text);
    }
    painter.setPen(theme.text);
    for (const HeatLabel& label : scene.strategies) {
        painter.drawText(label.rect, Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip,
                         label.text);
    }
    for (const HeatCell& cell : scene.cells) {
        if (!cell.selected) paintCell(painter, cell, theme);
    }
    for (const HeatCell& cell : scene.cells) {
        if (cell.selected) paintCell(painter, cell, theme);
    }
    paintLegend(painter, scene, theme);
    painter.restore();
}

}  // namespace shardscope::gui
