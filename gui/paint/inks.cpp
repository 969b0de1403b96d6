#include "gui/paint/inks.h"

#include <QImage>
#include <QPainter>
#include <cmath>

namespace shardscope::gui {
namespace {

constexpr int kTile = 6;  ///< logical pixels between hatch lines

QColor categoryColour(Ink ink, const Theme& theme) {
    const int category = static_cast<int>(ink) - static_cast<int>(Ink::FirstCategory);
    return colourOf(static_cast<core::Category>(category), theme);
}

QColor operationColour(const Theme& theme) {
    return theme.dark ? QColor(0x5d, 0x73, 0x8a) : QColor(0x5f, 0x79, 0x94);
}

/// Phases are a quiet ground for their names.
QColor phaseColour(Ink ink, const Theme& theme) {
    switch (ink) {
        case Ink::Forward:
            return mixed(theme.panel, QColor(0x56, 0xb4, 0xe9), 0.35);
        case Ink::Backward:
            return mixed(theme.panel, QColor(0xd5, 0x5e, 0x00), 0.28);
        case Ink::Optimizer:
            return mixed(theme.panel, QColor(0x8a, 0x9b, 0xa8), 0.45);
        default:
            return mixed(theme.panel, QColor(0xe6, 0x9f, 0x00), 0.35);
    }
}

/// Hatches that say "waste" stand on a pale ground, those of categories on their own colour.
bool isPale(const Fill& fill) { return fill.hatch != Hatch::None && fill.ink < Ink::FirstCategory; }

void drawLines(QPainter& painter, Hatch hatch, int tile, const QColor& colour, double scale) {
    painter.setPen(QPen(colour, 1.35 * scale));
    for (int i = -1; i <= 1; ++i) {
        const double shift = i * tile;
        if (hatch != Hatch::Falling) {
            painter.drawLine(QPointF(shift - 2, tile + 2), QPointF(shift + tile + 2, -2));
        }
        if (hatch != Hatch::Rising) {
            painter.drawLine(QPointF(shift - 2, -2), QPointF(shift + tile + 2, tile + 2));
        }
    }
}

}  // namespace

QColor mixed(const QColor& a, const QColor& b, double shareOfB) {
    const auto channel = [&](int x, int y) {
        return static_cast<int>(std::lround(x + (y - x) * shareOfB));
    };
    return {channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue())};
}

QColor textOn(const QColor& fill) {
    const double luminance = 0.2126 * std::pow(fill.redF(), 2.2) +
                             0.7152 * std::pow(fill.greenF(), 2.2) +
                             0.0722 * std::pow(fill.blueF(), 2.2);
    return luminance > 0.3 ? QColor(0x12, 0x14, 0x16) : QColor(0xff, 0xff, 0xff);
}

QColor colourOf(Ink ink, const Theme& theme) {
    if (ink >= Ink::FirstCategory) return categoryColour(ink, theme);
    switch (ink) {
        case Ink::None:
            return Qt::transparent;
        case Ink::Background:
            return theme.background;
        case Ink::Panel:
            return theme.panel;
        case Ink::Text:
            return theme.text;
        case Ink::Faint:
            return theme.faint;
        case Ink::Grid:
            return theme.grid;
        case Ink::Accent:
            return theme.accent;
        case Ink::Warning:
            return theme.warning;
        case Ink::Full:
            return colourOf(core::Category::Gradients, theme);
        case Ink::Dead:
            return theme.dead;
        case Ink::Shard:
        case Ink::Incoming:
            return colourOf(core::Category::GradientShards, theme);
        case Ink::Stale:
            return theme.stale;
        case Ink::Gathering:
            return theme.gathering;
        case Ink::Ready:
            return mixed(theme.ready, theme.panel, 0.62);
        case Ink::Operation:
            return operationColour(theme);
        case Ink::Collective:
            return colourOf(core::Category::Communication, theme);
        case Ink::Host:
            return mixed(theme.panel, theme.faint, 0.42);
        case Ink::Forward:
        case Ink::Backward:
        case Ink::Optimizer:
        case Ink::Gather:
            return phaseColour(ink, theme);
        case Ink::OnOperation:
            return Qt::white;
        case Ink::OnFill:
            return theme.dark ? QColor(0x10, 0x12, 0x14) : QColor(Qt::white);
        case Ink::Warmup:
            return mixed(theme.panel, theme.faint, 0.16);
        case Ink::Selection: {
            QColor colour = theme.accent;
            colour.setAlphaF(theme.dark ? 0.22F : 0.14F);
            return colour;
        }
        case Ink::FirstCategory:
            break;
    }
    return theme.text;
}

QColor groundOf(const Fill& fill, const Theme& theme) {
    QColor colour = colourOf(fill.ink, theme);
    if (isPale(fill)) {
        const QColor base = fill.ink == Ink::Dead ? colourOf(Ink::Full, theme) : colour;
        colour = mixed(theme.panel, base, theme.dark ? 0.30 : 0.22);
    }
    return fill.faded ? mixed(colour, theme.panel, 0.65) : colour;
}

QColor linesOf(const Fill& fill, const Theme& theme) {
    QColor colour = colourOf(fill.ink, theme);
    if (!isPale(fill)) colour = mixed(colour, theme.panel, 0.4);
    return fill.faded ? mixed(colour, theme.panel, 0.65) : colour;
}

QBrush brushOf(const Fill& fill, const Theme& theme, double scale) {
    if (fill.hatch == Hatch::None) {
        const QColor colour = groundOf(fill, theme);
        return fill.ink == Ink::Selection ? QBrush(colourOf(fill.ink, theme)) : QBrush(colour);
    }
    const int tile = static_cast<int>(std::lround(kTile * scale));
    QImage image(tile, tile, QImage::Format_RGB32);
    image.fill(groundOf(fill, theme));
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    drawLines(painter, fill.hatch, tile, linesOf(fill, theme), scale);
    painter.end();
    QBrush brush(image);
    if (scale != 1.0) brush.setTransform(QTransform::fromScale(1.0 / scale, 1.0 / scale));
    return brush;
}

}  // namespace shardscope::gui
