#include "gui/paint/paint_scene.h"

#include "gui/paint/labels.h"
#include "gui/paint/shapes.h"

namespace shardscope::gui {
namespace {

class ScenePainter {
  public:
    ScenePainter(QPainter& painter, const Theme& theme)
        : painter_(painter), shapes_(shapesFor(painter, theme)), labels_(painter, theme) {}

    void draw(const Part& part) {
        painter_.save();
        painter_.setClipRect(part.clip);
        painter_.setRenderHint(QPainter::Antialiasing, false);
        shapes_->setClip(part.clip);
        shapes_->boxes(part.ground);
        shapes_->columns(part.stack, part.band);
        shapes_->boxes(part.boxes);
        for (const Stroke& stroke : part.strokes) shapes_->stroke(stroke);
        painter_.setRenderHint(QPainter::Antialiasing);
        shapes_->glyphs(part.glyphs);
        for (const Label& label : part.labels) {
            if (label.plate) shapes_->plate(label.rect);
            labels_.draw(label);
        }
        painter_.restore();
        labels_.forgetFont();
    }

  private:
    QPainter& painter_;
    std::unique_ptr<Shapes> shapes_;
    Labels labels_;
};

void paintParts(QPainter& painter, const Scene& scene, size_t count, const Theme& theme) {
    painter.save();
    painter.fillRect(QRectF(QPointF(0.0, 0.0), scene.size), theme.background);
    ScenePainter drawing(painter, theme);
    for (size_t i = 0; i < count; ++i) drawing.draw(scene.parts[i]);
    painter.restore();
}

}  // namespace

void paint(QPainter& painter, const Scene& scene, const Theme& theme) {
    paintParts(painter, scene, scene.parts.size(), theme);
}

void paintStill(QPainter& painter, const Scene& scene, const Theme& theme) {
    paintParts(painter, scene, scene.parts.empty() ? 0 : scene.parts.size() - 1, theme);
}

void paintOverlay(QPainter& painter, const Part& part, const Theme& theme) {
    ScenePainter(painter, theme).draw(part);
}

}  // namespace shardscope::gui
