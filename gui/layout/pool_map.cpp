#include "gui/layout/pool_map.h"

#include <algorithm>

#include "gui/layout/panel_context.h"
#include "gui/layout/pool_frame.h"
#include "gui/layout/pool_place.h"
#include "gui/layout/words.h"

namespace shardscope::gui {
namespace {

constexpr double kLeastPanel = 300.0;  ///< px wide; more recordings go below
constexpr double kPad = 8.0, kLine = 15.0, kHead = 2.0 * kLine + 6.0, kFoot = 4.0;

void layLine(const PoolPlace& place, double y, const QString& text, TextRole role, Ink ink) {
    const double width = place.area.width() - 2.0 * kPad;
    place.part.labels.push_back({.rect = {place.area.left() + kPad, y, width, kLine},
                                 .text = elided(text, width, role, place.meter),
                                 .role = role,
                                 .ink = ink});
}

void layHead(const PoolPlace& place) {
    const PoolHead head = headOf(place.panel, place.viewport.held);
    layLine(place, place.area.top() + 3.0, head.title, TextRole::Strong, Ink::Text);
    layLine(place, place.area.top() + 3.0 + kLine, head.text, TextRole::Small,
            head.warning ? Ink::Warning : Ink::Faint);
}

/// What is reserved, where nothing lies on it yet.
void layGrounds(const PoolPlace& place) {
    for (const PoolRun& each : place.panel.state.mapped) {
        place.forRects(each.segment, each.run, [&](const QRectF& rect, traces::ByteRun) {
            place.part.boxes.push_back({rect,
                                        {.ink = Ink::Faint, .hatch = Hatch::Falling},
                                        {HitKind::Segment, place.index, each.segment, 0, 1}});
        });
    }
}

void nameSegments(const PoolPlace& place) {
    if (place.rows.shared) return;
    int segment = 0;
    for (const SegmentSpot& spot : place.rows.spots) {
        place.part.labels.push_back({.rect = {place.area.left() + kPad, place.y(spot.row),
                                              kSegmentGutter - 8.0, place.height()},
                                     .text = QString::number(segment++),
                                     .role = TextRole::Small,
                                     .ink = Ink::Faint,
                                     .align = Qt::AlignRight | Qt::AlignVCenter});
    }
}

/// Where the maps are: side by side, and below one another where the width is not enough.
struct Grid {
    int columns = 1, lines = 1;
    double width = 0.0, height = 0.0;
    std::vector<PoolRows> rows;  ///< by panel

    QRectF area(int panel, double scroll) const {
        return {panel % columns * width, panel / columns * height - scroll, width - 1.0, height};
    }
};

Grid gridOf(const std::vector<PoolPanel>& panels, const QSizeF& size) {
    const auto count = static_cast<int>(panels.size());
    Grid grid{.columns = std::clamp(static_cast<int>(size.width() / kLeastPanel), 1, count)};
    grid.lines = (count + grid.columns - 1) / grid.columns;
    grid.width = size.width() / grid.columns;
    std::vector<std::vector<int64_t>> segments;
    for (const PoolPanel& panel : panels) {
        const RankTimeline* rows = panel.frame.rows();
        segments.push_back(rows && rows->pool.known() ? rows->pool.segments()
                                                      : std::vector<int64_t>{});
    }
    grid.height = size.height() / grid.lines;
    grid.rows =
        poolRowsOf(segments, grid.width - 2.0 * kPad - kSegmentGutter, grid.height - kHead - kFoot);
    for (const PoolRows& rows : grid.rows)
        grid.height = std::max(grid.height, kHead + kFoot + rows.count * rows.pitch);
    return grid;
}

void layPanel(const PoolPlace& place) {
    place.part.ground.push_back(
        {place.area, {.ink = Ink::Panel}, {.kind = HitKind::Panel, .panel = place.index}});
    layHead(place);
    if (!whyNoMap(place.panel).isEmpty()) return;
    layGrounds(place);
    layBlocks(place);
    nameSegments(place);
}

}  // namespace

Scene layoutPoolMap(const std::vector<PoolPanel>& panels, const PoolMapViewport& viewport,
                    const TextMeter& meter) {
    Scene scene{.size = viewport.size};
    scene.plot = {QPointF(0.0, 0.0), viewport.size};
    if (panels.empty()) return scene;
    scene.plot.setHeight(std::max(0.0, viewport.size.height() - kPoolFoot));
    const Grid grid = gridOf(panels, scene.plot.size());
    for (size_t i = 0; i < panels.size(); ++i) {
        const QRectF area = grid.area(static_cast<int>(i), viewport.scroll);
        scene.panels.push_back(area);
        Part part{.clip = area.intersected(scene.plot)};
        layPanel({.panel = panels[i],
                  .index = static_cast<int>(i),
                  .area = area,
                  .rows = grid.rows[i],
                  .left = area.left() + kPad + kSegmentGutter,
                  .top = area.top() + kHead,
                  .viewport = viewport,
                  .meter = meter,
                  .part = part});
        scene.parts.push_back(std::move(part));
    }
    scene.contentHeight = grid.lines * grid.height;
    scene.parts.push_back(poolFootOf(panels, grid.rows, viewport.size, meter));
    return scene;
}

}  // namespace shardscope::gui
