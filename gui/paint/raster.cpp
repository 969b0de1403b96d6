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
    const int left = std::max(rect.left(), clip_.left());
    const int top = std::max(rect.top(), clip_.top());
    Block block{.to = nullptr,
                .width = std::min(rect.right(), clip_.right()) + 1 - left,
                .height = std::min(rect.bottom(), clip_.bottom()) + 1 - top};
    if (block.width <= 0 || block.height <= 0) return;
    block.to = row(top) + left;
    if (!texture.opaque()) return tint(block, texture.colour);
    const int period = std::max(1, texture.side);  // rows after which they are the same again
    const int rest = block.width < kWide ? 0 : block.height - period;
    if (rest > 0) block.height = period;
    texture.side > 0 ? tile(block, left, top, texture) : cover(block, texture.colour);
    for (int i = 0; i < rest; ++i) {
        std::copy_n(row(top + i) + left, block.width, row(top + period + i) + left);
    }
}

void Raster::cover(Block block, QRgb colour) {
    for (; block.height > 0; --block.height, block.to = below(block.to)) {
        std::fill_n(block.to, block.width, colour);
    }
}

void Raster::tint(Block block, QRgb colour) {
    Over over;
    for (; block.height > 0; --block.height, block.to = below(block.to)) {
        for (int i = 0; i < block.width; ++i) block.to[i] = over(colour, block.to[i]);
    }
}

void Raster::tile(Block block, int x, int y, const Texture& texture) {
    const int side = texture.side, first = x % side;
    int line = y % side;
    for (; block.height > 0; --block.height, block.to = below(block.to)) {
        const QRgb* const from = texture.tile.data() + line * side;
        for (int i = 0, at = first; i < block.width; ++i) {
            block.to[i] = from[at];
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
