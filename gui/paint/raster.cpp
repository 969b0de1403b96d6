#include "gui/paint/raster.h"

#include <algorithm>

#include "gui/paint/inks.h"

namespace shardscope::gui {
namespace {

constexpr QRgb kOpaque = 0xff000000U;

void tileRow(QRgb* to, int count, int x, const Texture& texture, int y) {
    const QRgb* line = texture.tile.data() + (y % texture.side) * texture.side;
    for (int i = 0, at = x % texture.side; i < count; ++i) {
        to[i] = line[at];
        if (++at == texture.side) at = 0;
    }
}

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
    const int left = std::max(rect.left(), clip_.left());
    const int count = std::min(rect.right(), clip_.right()) + 1 - left;
    const int bottom = std::min(rect.bottom(), clip_.bottom());
    if (count <= 0) return;
    for (int y = std::max(rect.top(), clip_.top()); y <= bottom; ++y) {
        QRgb* to = row(y) + left;
        if (texture.side > 0) {
            tileRow(to, count, left, texture, y);
        } else if (qAlpha(texture.colour) == 255) {
            std::fill_n(to, count, texture.colour);
        } else {
            for (int i = 0; i < count; ++i) to[i] = over(texture.colour, to[i]);
        }
    }
}

void Raster::blend(const QPointF& centre, const QImage& sprite) {
    const QPoint corner(pixel(centre.x()) - sprite.width() / 2,
                        pixel(centre.y()) - sprite.height() / 2);
    const QRect seen = QRect(corner, sprite.size()).intersected(clip_);
    for (int y = seen.top(); y <= seen.bottom(); ++y) {
        const auto* from =
            reinterpret_cast<const QRgb*>(sprite.constScanLine(y - corner.y())) - corner.x();
        QRgb* to = row(y);
        for (int x = seen.left(); x <= seen.right(); ++x) to[x] = over(from[x], to[x]);
    }
}

}  // namespace shardscope::gui
