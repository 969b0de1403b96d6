#include "gui/paint/raster.h"

#include <algorithm>

#include "gui/paint/inks.h"

namespace shardscope::gui {
namespace {

constexpr QRgb kOpaque = 0xff000000U;
constexpr int kWide = 16;  ///< pixels from which copying a row is less work than filling it

}  // namespace

Texture textureOf(const QColor& colour) { return {.colour = qPremultiply(colour.rgba())}; }

Texture textureOf(const Fill& fill, const Theme& theme, double scale) {
    const QBrush brush = brushOf(fill, theme, scale);
    Texture texture = textureOf(brush.color());
    const QImage tile = brush.textureImage();
    texture.side = tile.width();
    for (int y = 0; y < tile.height(); ++y) {
        for (int x = 0; x < tile.width(); ++x) texture.tile.push_back(tile.pixel(x, y) | kOpaque);
    }
    return texture;
}

std::optional<Raster> Raster::of(QPainter& painter) {
    if (painter.device()->devType() != QInternal::Image || !painter.transform().isIdentity()) {
        return std::nullopt;
    }
    auto& image = static_cast<QImage&>(*painter.device());
    const QImage::Format format = image.format();
    if (format != QImage::Format_RGB32 && format != QImage::Format_ARGB32_Premultiplied) {
        return std::nullopt;
    }
    return Raster(image.bits(), image.bytesPerLine(), image.devicePixelRatio(), image.rect());
}

void Raster::fillPixels(const QRect& rect, const Texture& texture) {
    const QRect seen = rect.intersected(clip_);
    if (rect.isEmpty() || seen.isEmpty()) return;
    if (!texture.opaque()) return tint(seen, texture.colour);
    const int period = std::max(1, texture.side);  // rows after which they are the same again
    const bool copied = seen.width() >= kWide && seen.height() > period;
    QRect made = seen;
    if (copied) made.setHeight(period);
    texture.side > 0 ? tile(made, texture) : cover(made, texture.colour);
    if (!copied) return;
    for (int y = made.bottom() + 1; y <= seen.bottom(); ++y) {
        std::copy_n(row(y - period) + seen.left(), seen.width(), row(y) + seen.left());
    }
}

void Raster::cover(const QRect& rect, QRgb colour) {
    for (int y = rect.top(); y <= rect.bottom(); ++y) {
        std::fill_n(row(y) + rect.left(), rect.width(), colour);
    }
}

void Raster::tint(const QRect& rect, QRgb colour) {
    Over over;
    for (int y = rect.top(); y <= rect.bottom(); ++y) {
        QRgb* const to = row(y) + rect.left();
        for (int i = 0; i < rect.width(); ++i) to[i] = over(colour, to[i]);
    }
}

void Raster::tile(const QRect& rect, const Texture& texture) {
    const int side = texture.side, first = rect.left() % side;
    int line = rect.top() % side;
    for (int y = rect.top(); y <= rect.bottom(); ++y) {
        const QRgb* const from = texture.tile.data() + line * side;
        QRgb* const to = row(y) + rect.left();
        for (int i = 0, at = first; i < rect.width(); ++i) {
            to[i] = from[at];
            if (++at == side) at = 0;
        }
        if (++line == side) line = 0;
    }
}

void Raster::blend(const QPointF& centre, const QImage& sprite) {
    const QPoint corner(pixel(centre.x()) - sprite.width() / 2,
                        pixel(centre.y()) - sprite.height() / 2);
    const QRect seen = QRect(corner, sprite.size()).intersected(clip_);
    Over over;
    for (int y = seen.top(); y <= seen.bottom(); ++y) {
        const auto* from =
            reinterpret_cast<const QRgb*>(sprite.constScanLine(y - corner.y())) - corner.x();
        QRgb* to = row(y);
        for (int x = seen.left(); x <= seen.right(); ++x) to[x] = over(from[x], to[x]);
    }
}

}  // namespace shardscope::gui
