#pragma once
// Rectangles straight into the pixels of an image. Qt's raster engine takes microseconds for each
// textured or translucent rectangle, however small; a frame has tens of thousands. The application's
// thread, while its painter is active on the image.

#include <QImage>
#include <QPainter>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "gui/layout/scene.h"
#include "gui/paint/theme.h"

namespace shardscope::gui {

/// A fill as pixels: one colour, or a tile that repeats over the whole picture.
struct Texture {
    QRgb colour = 0;         ///< premultiplied
    int side = 0;            ///< of the tile; 0: one colour
    std::vector<QRgb> tile;  ///< opaque, row by row

    bool opaque() const { return side > 0 || qAlpha(colour) == 255; }
};

Texture textureOf(const Fill& fill, const Theme& theme, double scale);
Texture textureOf(const QColor& colour);

/// One colour over another, both premultiplied. Remembers the last two: neighbours are mostly alike.
class Over {
  public:
    QRgb operator()(QRgb top, QRgb below) {
        if (top == top_ && below == below_) return result_;
        top_ = top;
        below_ = below;
        result_ = blended(top, below);
        return result_;
    }

  private:
    /// Two channels at a time.
    static QRgb blended(QRgb top, QRgb below) {
        const uint32_t rest = 255U - static_cast<uint32_t>(qAlpha(top));
        const auto scaled = [rest](uint32_t pair) {
            pair = pair * rest;
            return ((pair + ((pair >> 8) & 0xff00ffU) + 0x800080U) >> 8) & 0xff00ffU;
        };
        return top + scaled(below & 0xff00ffU) + (scaled((below >> 8) & 0xff00ffU) << 8);
    }

    QRgb top_ = 0, below_ = 0, result_ = 0;
};

class Raster {
  public:
    /// The pixels that @p painter draws on; nothing when it draws on anything but an image of 32 bits
    /// a pixel, or through a transformation: then it must do its own drawing.
    static std::optional<Raster> of(QPainter& painter);

    /// Rectangles are logical from here on, their edges rounded to pixels.
    void setClip(const QRectF& rect) { clip_ = pixels(rect).intersected(whole_); }
    void fill(const QRectF& rect, const Texture& texture) { fillPixels(pixels(rect), texture); }
    QRect pixels(const QRectF& rect) const {
        const QPoint from(pixel(rect.left()), pixel(rect.top()));
        const QPoint to(pixel(rect.left() + rect.width()), pixel(rect.top() + rect.height()));
        return {from, to - QPoint(1, 1)};
    }
    void fillPixels(const QRect& rect, const Texture& texture);
    /// The areas of a stack, and over them the columns of a band.
    void fillColumns(const Stack& stack, const std::array<const Texture*, kStack>& textures,
                     const std::vector<BandColumn>& band, const Texture& bandTexture);
    /// @p sprite, premultiplied, its middle at the pixel nearest to @p centre.
    void blend(const QPointF& centre, const QImage& sprite);
    double scale() const { return scale_; }

  private:
    Raster(uchar* bits, qsizetype stride, double scale, const QRect& whole)
        : bits_(bits), stride_(stride), scale_(scale), whole_(whole), clip_(whole) {}

    /// Rounded half up, as Qt's engine does; no library call, coordinates are small.
    int pixel(double logical) const { return static_cast<int>(logical * scale_ + kBias) - kShift; }
    friend class ColumnStrip;

    /// Pixels inside the clip.
    struct Block {
        QRgb* to;
        int width, height;
    };
    void cover(Block block, QRgb colour);
    void tint(Block block, QRgb colour);
    /// @param x, y of its first pixel.
    void tile(Block block, int x, int y, const Texture& texture);

    QRgb* below(QRgb* pixel) const {
        return reinterpret_cast<QRgb*>(reinterpret_cast<uchar*>(pixel) + stride_);
    }
    QRgb* row(int y) const { return reinterpret_cast<QRgb*>(bits_ + y * stride_); }

    static constexpr int kShift = 1 << 20;
    static constexpr double kBias = kShift + 0.5;

    uchar* bits_;
    qsizetype stride_;
    double scale_;
    QRect whole_, clip_;
};

}  // namespace shardscope::gui
