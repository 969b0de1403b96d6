// The blocks of a memory map.

#include <array>
#include <span>

#include "gui/layout/panel_context.h"
#include "gui/layout/pool_place.h"
#include "gui/layout/time_map.h"
#include "gui/layout/words.h"

namespace shardscope::gui {
namespace {

/// The longest of a block's names that fits.
QString nameIn(const PoolPlace& place, const PoolBlock& block, double room) {
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

void nameBlock(const PoolPlace& place, const PoolBlock& block, const QRectF& rect) {
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

void outline(const PoolPlace& place, const QRectF& rect) {
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

Fold foldOf(const PoolPlace& place, std::span<const PoolBlock> blocks) {
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

void layFold(const PoolPlace& place, const Fold& fold) {
    const PoolBlock& first = fold.blocks.front();
    const Hit hit{HitKind::Block, place.index, first.segment, first.call,
                  static_cast<uint32_t>(fold.blocks.size())};
    const bool alone = fold.blocks.size() == 1;
    const int64_t used = first.offset + first.requested;
    QRectF widest;
    place.forRects(first.segment, fold.run(), [&](QRectF rect, traces::ByteRun part) {
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

}  // namespace

void layBlocks(const PoolPlace& place) {
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

}  // namespace shardscope::gui
