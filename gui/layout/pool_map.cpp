#include "gui/layout/pool_map.h"

#include <algorithm>
#include <span>

#include "gui/layout/panel_context.h"
#include "gui/layout/pool_frame.h"
#include "gui/layout/pool_rows.h"
#include "gui/layout/time_map.h"
#include "gui/layout/words.h"

namespace shardscope::gui {
namespace {

constexpr double kLeastPanel = 300.0;  ///< px wide; more recordings go below
constexpr double kPad = 8.0, kLine = 15.0, kHead = 2.0 * kLine + 6.0, kFoot = 4.0;
constexpr double kRowGap = 3.0;

/// Everything about one panel's place.
struct Place {
    const PoolPanel& panel;
    int index;
    QRectF area;
    const PoolRows& rows;
    double left = 0.0, top = 0.0;  ///< of the rows
    const PoolMapViewport& viewport;
    const TextMeter& meter;
    Part& part;

    double y(int row) const { return top + row * rows.pitch; }
    double height() const { return rows.pitch - kRowGap; }
};

void layLine(const Place& place, double y, const QString& text, TextRole role, Ink ink) {
    const double width = place.area.width() - 2.0 * kPad;
    place.part.labels.push_back({.rect = {place.area.left() + kPad, y, width, kLine},
                                 .text = elided(text, width, role, place.meter),
                                 .role = role,
                                 .ink = ink});
}

void layHead(const Place& place) {
    const PoolHead head = headOf(place.panel, place.viewport.held);
    layLine(place, place.area.top() + 3.0, head.title, TextRole::Strong, Ink::Text);
    layLine(place, place.area.top() + 3.0 + kLine, head.text, TextRole::Small,
            head.warning ? Ink::Warning : Ink::Faint);
}

/// Calls @p give (rect, the part's bytes) for each row that the run lies in.
template <class Give>
void forRects(const Place& place, int32_t segment, traces::ByteRun run, Give give) {
    place.rows.forRows(segment, run, [&](int row, double x, traces::ByteRun part) {
        const double width = place.rows.px(part.bytes());
        give(QRectF(place.left + x, place.y(row), std::max(1.0, width), place.height()), part);
    });
}

/// What is reserved, where nothing lies on it yet.
void layGrounds(const Place& place) {
    for (const PoolRun& each : place.panel.state.mapped) {
        forRects(place, each.segment, each.run, [&](const QRectF& rect, traces::ByteRun) {
            place.part.boxes.push_back({rect,
                                        {.ink = Ink::Faint, .hatch = Hatch::Falling},
                                        {HitKind::Segment, place.index, each.segment, 0, 1}});
        });
    }
}

/// The longest of a block's names that fits.
QString nameIn(const Place& place, const PoolBlock& block, double room) {
    const Timeline& timeline = *place.panel.frame.recording->timeline;
    const PoolEntry& entry = place.panel.frame.rows()->pool[block.call];
    const QString name = QString::fromStdString(timeline.names[entry.name]);
    QStringList names{name + QStringLiteral(" · ") + bytesText(block.requested), name};
    if (block.bucket >= 0 && static_cast<size_t>(block.bucket) < timeline.buckets.size())
        names << QString::fromStdString(timeline.buckets[static_cast<size_t>(block.bucket)].label);
    for (const QString& each : names) {
        if (place.meter(each, TextRole::Small) <= room) return each;
    }
    return elided(name, room, TextRole::Small, place.meter);
}

void nameBlock(const Place& place, const PoolBlock& block, const QRectF& rect) {
    if (rect.height() < 10.0 || rect.width() < 18.0) return;
    const QString text = nameIn(place, block, rect.width() - 7.0);
    if (text.isEmpty()) return;
    const double width = place.meter(text, TextRole::Small) + 4.0;
    const double height = std::min(13.0, rect.height());
    place.part.labels.push_back(
        {.rect = {rect.left() + 2.0, rect.center().y() - height / 2.0, width, height},
         .text = text,
         .role = TextRole::Small,
         .align = Qt::AlignCenter,
         .plate = true});
}

void outline(const Place& place, const QRectF& rect) {
    const std::array corners{rect.topLeft(), rect.topRight(), rect.bottomRight(),
                             rect.bottomLeft()};
    for (size_t i = 0; i < corners.size(); ++i) {
        place.part.strokes.push_back({.from = corners[i],
                                      .to = corners[(i + 1) % corners.size()],
                                      .ink = Ink::Text,
                                      .width = 2.0F});
    }
}

/// Blocks of one segment that share a box.
struct Fold {
    std::span<const PoolBlock> blocks;
    core::Category category{};  ///< of most of the bytes
    bool selected = false, faded = false;

    traces::ByteRun run() const { return {blocks.front().offset, blocks.back().end()}; }
};

Fold foldOf(const Place& place, std::span<const PoolBlock> blocks) {
    const Selection& chosen = place.viewport.selection;
    Fold fold{.blocks = blocks, .faded = chosen.bucket >= 0};
    core::CategoryBytes bytes{};
    for (const PoolBlock& block : blocks) {
        bytes[static_cast<size_t>(block.category)] += block.bytes;
        fold.selected |= chosen.panel == place.index && chosen.call == block.call;
        fold.faded = fold.faded && block.bucket != chosen.bucket;
    }
    fold.category = static_cast<core::Category>(std::ranges::max_element(bytes) - bytes.begin());
    return fold;
}

void layFold(const Place& place, const Fold& fold) {
    const PoolBlock& first = fold.blocks.front();
    const Hit hit{HitKind::Block, place.index, first.segment, first.call,
                  static_cast<uint32_t>(fold.blocks.size())};
    const bool alone = fold.blocks.size() == 1;
    const int64_t used = first.offset + first.requested;
    QRectF widest;
    forRects(place, first.segment, fold.run(), [&](QRectF rect, traces::ByteRun part) {
        if (rect.width() > 4.0) rect.setWidth(rect.width() - 1.0);
        place.part.boxes.push_back(
            {rect,
             {.ink = inkOf(fold.category), .hatch = hatchOf(fold.category), .faded = fold.faded},
             hit});
        const double slack = alone ? place.rows.px(part.end - std::max(used, part.begin)) : 0.0;
        if (slack >= 1.0) {
            place.part.boxes.push_back({{rect.right() - slack, rect.top(), slack, rect.height()},
                                        {.ink = Ink::Faint, .hatch = Hatch::Rising},
                                        hit});
        }
        if (rect.width() > widest.width()) widest = rect;
        if (fold.selected) outline(place, rect);
    });
    if (alone) nameBlock(place, first, widest);
}

/// Neighbours that are narrow together share a box.
void layBlocks(const Place& place) {
    const std::span<const PoolBlock> blocks(place.panel.state.blocks);
    for (size_t first = 0; first < blocks.size();) {
        const PoolBlock& begin = blocks[first];
        const auto narrow = [&](const PoolBlock& block) {
            return block.segment == begin.segment &&
                   place.rows.px(block.end() - begin.offset) < kFoldPixels;
        };
        size_t last = first + 1;
        while (last < blocks.size() && narrow(begin) && narrow(blocks[last])) ++last;
        layFold(place, foldOf(place, blocks.subspan(first, last - first)));
        first = last;
    }
}

void nameSegments(const Place& place) {
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

void layPanel(const Place& place) {
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
