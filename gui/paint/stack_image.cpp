#include "gui/paint/stack_image.h"

#include <algorithm>
#include <cmath>

#include "gui/paint/inks.h"

namespace shardscope::gui {
namespace {

/// A category's fill: one colour, or a tile that repeats.
struct Texture {
    QRgb colour = 0;
    QImage tile;  ///< null: one colour

    /// @p count pixels of row @p y from @p x on.
    void fill(QRgb* to, int count, int x, int y) const {
        if (tile.isNull()) {
            std::fill_n(to, count, colour);
            return;
        }
        const auto* line = reinterpret_cast<const QRgb*>(tile.constScanLine(y % tile.height()));
        for (int i = 0, at = x % tile.width(); i < count; ++i) {
            to[i] = line[at] | 0xff000000U;
            if (++at == tile.width()) at = 0;
        }
    }
};

Texture textureOf(core::Category category, const Theme& theme, double scale) {
    const Fill fill{.ink = inkOf(category), .hatch = hatchOf(category)};
    const QBrush brush = brushOf(fill, theme, scale);
    return {.colour = brush.color().rgb(), .tile = brush.textureImage()};
}

/// Device pixels of a stack: where it is, and how it is filled.
struct Canvas {
    QImage image;
    int left = 0, top = 0;  ///< of the image, so that hatches of all panels meet
    double scale = 1.0;
    std::array<Texture, kStack> textures;

    int pixel(double logical) const { return static_cast<int>(std::lround(logical * scale)); }

    void fill(int x0, int x1, int y0, int y1, const Texture& texture) {
        const int from = std::max(0, x0 - left);
        const int count = std::min(image.width(), x1 - left) - from;
        if (count <= 0) return;
        for (int y = std::max(0, y0 - top); y < std::min(image.height(), y1 - top); ++y) {
            texture.fill(reinterpret_cast<QRgb*>(image.scanLine(y)) + from, count, from + left,
                         y + top);
        }
    }

    void fill(const StackColumn& column, float floor) {
        const int x0 = pixel(column.x), x1 = std::max(x0 + 1, pixel(column.x + column.width));
        float below = floor;
        for (size_t i = 0; i < kStack; ++i) {
            if (column.tops[i] < below)
                fill(x0, x1, pixel(column.tops[i]), pixel(below), textures[i]);
            below = column.tops[i];
        }
    }
};

Canvas canvasFor(const Stack& stack, const Theme& theme, double scale) {
    Canvas canvas{.scale = scale};
    float top = stack.floor;
    for (const StackColumn& column : stack.columns) top = std::min(top, column.tops.back());
    const StackColumn& last = stack.columns.back();
    canvas.left = std::max(0, canvas.pixel(stack.columns.front().x));
    canvas.top = std::max(0, canvas.pixel(top));
    const int width = canvas.pixel(last.x + last.width) - canvas.left;
    const int height = canvas.pixel(stack.floor) - canvas.top;
    if (width <= 0 || height <= 0) return canvas;
    canvas.image = QImage(width, height, QImage::Format_ARGB32_Premultiplied);
    canvas.image.fill(0);
    for (size_t i = 0; i < kStack; ++i) {
        canvas.textures[i] = textureOf(stackingOrder()[i], theme, scale);
    }
    return canvas;
}

}  // namespace

QImage imageOf(const Stack& stack, const Theme& theme, double scale, QPointF& topLeft) {
    if (stack.empty()) return {};
    Canvas canvas = canvasFor(stack, theme, scale);
    if (canvas.image.isNull()) return {};
    for (const StackColumn& column : stack.columns) canvas.fill(column, stack.floor);
    topLeft = QPointF(canvas.left, canvas.top) / scale;
    canvas.image.setDevicePixelRatio(scale);
    return canvas.image;
}

}  // namespace shardscope::gui
