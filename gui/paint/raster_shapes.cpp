#include "gui/paint/raster_shapes.h"

#include <algorithm>

#include "gui/paint/inks.h"

namespace shardscope::gui {
namespace {

constexpr double kDash = 3.0;  ///< pixels of a dash, and of the gap behind it

}  // namespace

RasterShapes::RasterShapes(QPainter& painter, const Theme& theme, const Raster& raster)
    : theme_(theme),
      raster_(raster),
      slanted_(painter, theme),
      band_(textureOf(bandColour(theme))),
      plate_(textureOf(plateColour(theme))) {}

const Texture& RasterShapes::texture(const Fill& fill) {
    const size_t key =
        (static_cast<size_t>(fill.ink) * 4 + static_cast<size_t>(fill.hatch)) * 2 + fill.faded;
    auto& known = textures_[key];
    if (!known) known = textureOf(fill, theme_, raster_.scale());
    return *known;
}

/// Boxes that go on where the one before ends are one rectangle: a lane seen from afar is a thousand.
void RasterShapes::boxes(const std::vector<Box>& boxes) {
    Fill fill;
    QRect open;  // not filled yet
    const auto close = [&] {
        if (!open.isEmpty()) raster_.fillPixels(open, texture(fill));
    };
    for (const Box& box : boxes) {
        if (box.fill.ink == Ink::None) continue;
        const QRect rect = raster_.pixels(box.rect);
        const bool goesOn = box.fill == fill && rect.top() == open.top() &&
                            rect.bottom() == open.bottom() && rect.left() == open.right() + 1;
        if (goesOn) {
            open.setRight(rect.right());
            continue;
        }
        close();
        open = rect;
        fill = box.fill;
    }
    close();
}

void RasterShapes::columns(const Stack& stack, const std::vector<BandColumn>& band) {
    std::array<const Texture*, kStack> textures{};
    for (size_t i = 0; i < kStack; ++i) {
        const core::Category category = stackingOrder()[i];
        textures[i] = &texture({.ink = inkOf(category), .hatch = hatchOf(category)});
    }
    raster_.fillColumns(stack, textures, band, band_);
}

void RasterShapes::stroke(const Stroke& stroke) {
    const bool upright = stroke.from.x() == stroke.to.x() || stroke.from.y() == stroke.to.y();
    upright && !stroke.arrow ? strokeUpright(stroke) : slanted_.stroke(stroke);
}

/// As rectangles: a thousand dashed lines cost the engine milliseconds.
void RasterShapes::strokeUpright(const Stroke& stroke) {
    const Texture texture = textureOf(colourOf(stroke.ink, theme_));
    const bool down = stroke.from.x() == stroke.to.x();
    const QPointF from(std::min(stroke.from.x(), stroke.to.x()),
                       std::min(stroke.from.y(), stroke.to.y()));
    const double length = (stroke.to - stroke.from).manhattanLength();
    const double half = stroke.width / 2.0;
    const double dash = stroke.dashed ? kDash : length;
    for (double at = 0.0; at < length; at += dash + kDash) {
        const double part = std::min(dash, length - at);
        raster_.fill(down ? QRectF(from.x() - half, from.y() + at, stroke.width, part)
                          : QRectF(from.x() + at, from.y() - half, part, stroke.width),
                     texture);
    }
}

void RasterShapes::glyphs(const std::vector<Glyph>& glyphs) {
    for (const Glyph& glyph : glyphs) raster_.blend(glyph.centre, sprite(glyph));
}

const QImage& RasterShapes::sprite(const Glyph& glyph) {
    auto& known = sprites_[{glyph.kind, glyph.size}];
    if (!known.isNull()) return known;
    const double scale = raster_.scale();
    const int side = 2 * static_cast<int>(std::ceil((glyph.size / 2.0 + 2.0) * scale));
    known = QImage(side, side, QImage::Format_ARGB32_Premultiplied);
    known.fill(0);
    QPainter painter(&known);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(scale, scale);
    const double middle = side / 2.0 / scale;
    paintGlyph(painter, {.centre = {middle, middle}, .kind = glyph.kind, .size = glyph.size},
               theme_);
    painter.end();
    return known;
}

}  // namespace shardscope::gui
