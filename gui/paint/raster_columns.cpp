// Thousands of narrow columns of many colours. Written one after the other straight into the image, each
// pixel would touch another line of the cache; so a few columns at a time are made in a buffer that
// stays in the cache, and laid down row by row.

#include <algorithm>

#include "gui/paint/raster.h"

namespace shardscope::gui {

using Textures = std::array<const Texture*, kStack>;

/// Some neighbouring pixel columns of an image.
class ColumnStrip {
  public:
    static constexpr int kWidth = 32;

    ColumnStrip(const Raster& raster, int top, int bottom)
        : raster_(raster),
          top_(std::max(top, raster.clip_.top())),
          height_(std::max(0, std::min(bottom, raster.clip_.bottom() + 1) - top_)),
          pixels_(static_cast<size_t>(kWidth * height_)) {}

    void begin(int left) {
        left_ = left;
        opaqueFrom_ = end_ = 0;
        std::ranges::fill(pixels_, 0U);
    }
    /// Pixels [y0, y1) of column @p x, over what is there.
    void fill(int x, int y0, int y1, const Texture& texture) {
        const int from = std::max(y0 - top_, 0), to = std::min(y1 - top_, height_);
        if (from >= to) return;
        end_ = std::max(end_, to);
        QRgb* pixel = pixels_.data() + from * kWidth + x - left_;
        const QRgb* const end = pixel + (to - from) * kWidth;
        if (texture.side > 0) {
            fillTiled(pixel, end, x, from + top_, texture);
        } else if (texture.opaque()) {
            for (; pixel != end; pixel += kWidth) *pixel = texture.colour;
        } else {
            Over over;
            for (; pixel != end; pixel += kWidth) *pixel = over(texture.colour, *pixel);
        }
    }
    /// Areas of @p column from the @p first on, above @p base. @return where they end.
    int stack(int x, int base, const StackColumn& column, size_t first, const Textures& textures) {
        for (size_t area = first; area < kStack; ++area) {
            const int top = raster_.pixel(static_cast<double>(column.tops[area]));
            if (top < base) fill(x, top, base, *textures[area]);
            base = top;
        }
        return base;
    }
    /// A column is opaque in [y, @p end) only; @p end is the same for all.
    void opaqueIn(int y, int end) {
        opaqueFrom_ = std::max(opaqueFrom_, y - top_);
        opaqueTo_ = std::min(height_, end - top_);
    }
    void layDown(int count) const {
        Over over;
        for (int y = 0; y < end_; ++y) {
            const QRgb* from = pixels_.data() + y * kWidth;
            QRgb* to = raster_.row(top_ + y) + left_;
            if (y >= opaqueFrom_ && y < opaqueTo_) {
                std::copy_n(from, count, to);
                continue;
            }
            for (int i = 0; i < count; ++i) {
                if (from[i] != 0) to[i] = over(from[i], to[i]);
            }
        }
    }

  private:
    static void fillTiled(QRgb* pixel, const QRgb* end, int x, int y, const Texture& texture) {
        const QRgb* const first = texture.tile.data() + x % texture.side;
        const QRgb* const last = first + (texture.side - 1) * texture.side;
        const QRgb* from = first + y % texture.side * texture.side;
        for (; pixel != end; pixel += kWidth) {
            *pixel = *from;
            from = from == last ? first : from + texture.side;
        }
    }

    const Raster& raster_;
    int top_, height_, left_ = 0;
    int end_ = 0;                        ///< rows from here on are empty
    int opaqueFrom_ = 0, opaqueTo_ = 0;  ///< rows that hide what is below, in all columns
    std::vector<QRgb> pixels_;           ///< row by row
};

namespace {

/// Walks columns, in order of x, along the pixels.
template <class Column>
class Along {
  public:
    explicit Along(const std::vector<Column>& columns) : columns_(columns) {}
    /// The column whose pixels, from pixel(x) to pixel(x + width), hold @p at; or null.
    template <class Pixel>
    const Column* to(int at, Pixel pixel) {
        while (next_ < columns_.size() && endOf(columns_[next_], pixel) <= at) ++next_;
        if (next_ == columns_.size() || pixel(columns_[next_].x) > at) return nullptr;
        return &columns_[next_];
    }

  private:
    template <class Pixel>
    static int endOf(const Column& column, Pixel pixel) {
        return std::max(pixel(column.x) + 1, pixel(column.x + column.width));
    }
    const std::vector<Column>& columns_;
    size_t next_ = 0;
};

using StripColumns = std::array<const StackColumn*, ColumnStrip::kWidth>;

/// How many areas, from the floor up, the first @p count of @p columns have alike.
size_t sharedBy(const StripColumns& columns, int count) {
    for (size_t area = 0; area < kStack; ++area) {
        for (int i = 0; i < count; ++i) {
            const StackColumn* column = columns[static_cast<size_t>(i)];
            if (!column || column->tops[area] != columns[0]->tops[area]) return area;
        }
    }
    return kStack;
}

/// The topmost edge of all columns.
float topOf(const Stack& stack, const std::vector<BandColumn>& band) {
    float top = stack.empty() ? 1e6F : stack.floor;
    for (const StackColumn& column : stack.columns) top = std::min(top, column.tops.back());
    for (const BandColumn& column : band) top = std::min(top, column.top);
    return top;
}

float bottomOf(const Stack& stack, const std::vector<BandColumn>& band) {
    float bottom = stack.empty() ? -1e6F : stack.floor;
    for (const BandColumn& column : band) bottom = std::max(bottom, column.bottom + 1.0F);
    return bottom;
}

}  // namespace

void Raster::fillColumns(const Stack& stack, const std::array<const Texture*, kStack>& textures,
                         const std::vector<BandColumn>& band, const Texture& bandTexture) {
    if (stack.empty() && band.empty()) return;
    const auto place = [this](float logical) { return pixel(static_cast<double>(logical)); };
    const int floor = place(stack.floor);
    const bool hides = std::ranges::all_of(textures, &Texture::opaque);
    ColumnStrip strip(*this, place(topOf(stack, band)), place(bottomOf(stack, band)) + 1);
    Along stacked(stack.columns);
    Along banded(band);
    for (int left = clip_.left(); left <= clip_.right(); left += ColumnStrip::kWidth) {
        const int count = std::min(ColumnStrip::kWidth, clip_.right() + 1 - left);
        StripColumns columns{};
        for (int i = 0; i < count; ++i)
            columns[static_cast<size_t>(i)] = stacked.to(left + i, place);
        const size_t shared = sharedBy(columns, count);
        int base = floor;  // what is alike in all columns, most of it, is below
        for (size_t area = 0; area < shared; ++area) {
            const int top = place(columns[0]->tops[area]);
            fillPixels(QRect(QPoint(left, top), QPoint(left + count - 1, base - 1)),
                       *textures[area]);
            base = top;
        }
        strip.begin(left);
        for (int i = 0; i < count; ++i) {
            int top = base;
            if (const StackColumn* column = columns[static_cast<size_t>(i)]) {
                top = strip.stack(left + i, base, *column, shared, textures);
            }
            strip.opaqueIn(hides ? top : base, base);
            if (const BandColumn* column = banded.to(left + i, place)) {
                const float bottom = std::max(column->top + 1.0F, column->bottom);
                strip.fill(left + i, place(column->top), place(bottom), bandTexture);
            }
        }
        strip.layDown(count);
    }
}

}  // namespace shardscope::gui
