#pragma once
// A scene's shapes straight into an image's pixels (raster.h).

#include <array>
#include <map>

#include "gui/paint/painter_shapes.h"
#include "gui/paint/raster.h"

namespace shardscope::gui {

class RasterShapes : public Shapes {
  public:
    /// @p raster is that of @p painter, which draws what is not upright: arrows.
    RasterShapes(QPainter& painter, const Theme& theme, const Raster& raster);

    void setClip(const QRectF& clip) override { raster_.setClip(clip); }
    void boxes(const std::vector<Box>& boxes) override;
    void columns(const Stack& stack, const std::vector<BandColumn>& band) override;
    void stroke(const Stroke& stroke) override;
    void glyphs(const std::vector<Glyph>& glyphs) override;
    void plate(const QRectF& rect) override { raster_.fill(rect, plate_); }

  private:
    const Texture& texture(const Fill& fill);
    void strokeUpright(const Stroke& stroke);
    const QImage& sprite(const Glyph& glyph);

    static constexpr size_t kFills = (static_cast<size_t>(Ink::FirstCategory) + kStack) * 4 * 2;

    const Theme& theme_;
    Raster raster_;
    PainterShapes slanted_;
    Texture band_, plate_;
    std::array<std::optional<Texture>, kFills> textures_;
    std::map<std::pair<MarkKind, float>, QImage> sprites_;
};

}  // namespace shardscope::gui
