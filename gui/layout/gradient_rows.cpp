// One row a bucket, in backward order. Height is bytes: a row's full height is the bucket's full
// gradient, so that a shard is 1/N of it, and what is dead is the hatched rest.

#include <algorithm>
#include <cmath>

#include "gui/layout/folded_rows.h"
#include "gui/layout/panel_context.h"
#include "gui/layout/words.h"

namespace shardscope::gui {
namespace {

constexpr double kRowGap = 2.0;
constexpr double kNamedRow = 9.0;   ///< lower rows have no room for their names
constexpr double kLagRoom = 40.0;   ///< px of a dead stretch that says how long it is
constexpr double kMarkedRow = 7.0;  ///< nor these for their marks

/// One bucket's row.
struct Row {
    const BucketTrack& track;
    int bucket = 0;
    double y = 0.0, height = 0.0;
    int64_t fullBytes = 1;

    double heightOf(int64_t bytes) const {
        return std::max(1.0, height * static_cast<double>(bytes) / static_cast<double>(fullBytes));
    }
};

double gapOf(const PanelContext& context) {
    return context.plan.gradientRow < kNamedRow ? 1.0 : kRowGap;
}

Row rowOf(const PanelContext& context, int bucket) {
    const double gap = gapOf(context);
    const double top =
        std::round(context.yOf(context.plan.gradients) + context.plan.gradientRow * bucket);
    const double next =
        std::round(context.yOf(context.plan.gradients) + context.plan.gradientRow * (bucket + 1));
    const auto index = static_cast<size_t>(bucket);
    return {context.rows.buckets[index], bucket, top, next - top - gap,
            std::max<int64_t>(1, context.timeline().buckets[index].fullBytes)};
}

/// Boxes of @p lives, standing on @p floor, @p height high.
void layLives(const PanelContext& context, const Row& row, const std::vector<Life>& lives,
              double floor, double height, Fill fill) {
    fill.faded = context.faded(row.bucket);
    foldVisible(lives, context.map, [&](double x0, double x1, size_t first, size_t count) {
        context.part.boxes.push_back(
            {{x0, floor - height, std::max(1.0, x1 - x0), height},
             fill,
             {HitKind::Gradient, context.panel, row.bucket, static_cast<uint32_t>(first),
              static_cast<uint32_t>(count)}});
    });
}

void layBoxes(const PanelContext& context, const Row& row) {
    const double floor = row.y + row.height;
    layLives(context, row, row.track.full, floor, row.height, {.ink = Ink::Full});
    const double shard =
        row.track.shard.empty() ? 0.0 : row.heightOf(row.track.shard.front().bytes);
    if (!row.track.dead.empty()) {
        const double dead = row.heightOf(row.track.dead.front().bytes);
        layLives(context, row, row.track.dead, floor - row.height + dead, dead,
                 {.ink = Ink::Dead, .hatch = Hatch::Rising});
    }
    if (shard > 0.0) {
        layLives(context, row, row.track.shard, floor, shard, {.ink = Ink::Shard});
        const double incoming = row.heightOf(row.track.mostIncoming);
        layLives(context, row, row.track.incoming, floor - shard, incoming,
                 {.ink = Ink::Incoming, .hatch = Hatch::Falling});
    }
}

/// From reduced to released, at the end of what is dead: the release lag.
void layLags(const PanelContext& context, const Row& row) {
    if (context.plan.gradientRow < kNamedRow || context.faded(row.bucket)) return;
    const auto [first, last] =
        visibleIn(row.track.dead, context.map.beginNs(), context.map.endNs());
    if (static_cast<double>(last - first) * kLagRoom > context.plotWidth()) return;
    for (size_t i = first; i < last; ++i) {
        const Life& dead = row.track.dead[i];
        const double x1 = std::min(context.map.x(dead.endNs), context.map.right) - 8.0;
        const double x0 = std::max(context.map.x(dead.beginNs), context.map.left) + 8.0;
        if (x1 - x0 < kLagRoom) continue;
        const QString text = QStringLiteral("+") + timeText(dead.endNs - dead.beginNs);
        const double width = context.meter(text, TextRole::Small) + 6.0;
        if (x1 - x0 < width) continue;
        context.part.labels.push_back({.rect = {x1 - width, row.y, width, row.height},
                                       .text = text,
                                       .role = TextRole::Small,
                                       .align = Qt::AlignCenter,
                                       .plate = true});
    }
}

/// Marks that would cover each other are left out, births and releases last. Rows differ by a pixel:
/// all have marks, of one size, or none.
void layMarks(const PanelContext& context, const Row& row) {
    if (context.plan.gradientRow < kMarkedRow || context.faded(row.bucket)) return;
    const auto& marks = row.track.marks;
    const auto begin = std::ranges::lower_bound(marks, context.map.beginNs(), {}, &Mark::timeNs);
    const auto end = std::ranges::upper_bound(marks, context.map.endNs(), {}, &Mark::timeNs);
    if (static_cast<double>(end - begin) * 8.0 > context.plotWidth()) return;
    const double lowest = std::floor(context.plan.gradientRow) - gapOf(context);
    double previous = -100.0;
    for (auto mark = begin; mark != end; ++mark) {
        const double x = context.map.x(mark->timeNs);
        const bool edge = mark->kind == MarkKind::Born || mark->kind == MarkKind::Released;
        if (x - previous < (edge ? 2.0 : 6.0)) continue;
        previous = x;
        context.part.glyphs.push_back({.centre = {x, row.y + row.height / 2.0},
                                       .kind = mark->kind,
                                       .size = static_cast<float>(std::min(7.0, lowest - 1.0))});
    }
}

void layName(const PanelContext& context, const QString& name, double y, double height) {
    context.margin.labels.push_back(
        {.rect = {44.0, y, kGutter - 50.0, height},
         .text = elided(name, kGutter - 50.0, TextRole::Small, context.meter),
         .role = TextRole::Small,
         .ink = Ink::Faint,
         .align = Qt::AlignRight | Qt::AlignVCenter});
}

void layRow(const PanelContext& context, int bucket) {
    const Row row = rowOf(context, bucket);
    layBoxes(context, row);
    layMarks(context, row);
    layLags(context, row);
    if (context.plan.gradientRow < kNamedRow) return;  // rows differ by a pixel, names all or none
    layName(context,
            QString::fromStdString(context.timeline().buckets[static_cast<size_t>(bucket)].label),
            row.y, row.height);
}

/// The life of the aligned step that is in sight, or nullptr.
const Life* shownLife(const PanelContext& context, const std::vector<Life>& lives) {
    const auto [first, last] = visibleIn(lives, context.map.beginNs(), context.map.endNs());
    for (size_t i = first; i < last; ++i) {
        if (!context.frame.step || lives[i].step == context.frame.step->step) return &lives[i];
    }
    return nullptr;
}

/// Says in the picture what a hatched or a thin part means.
bool sayAt(const PanelContext& context, double x0, double x1, const Row& row, const QString& text,
           bool plate) {
    x0 = std::max(x0, context.map.left) + 8.0;
    x1 = std::min(x1, context.map.right) - 8.0;
    const double width = context.meter(text, TextRole::Small) + 6.0;
    if (x1 - x0 < width || row.height < 6.0) return false;
    const double y = row.y + row.height / 2.0 - (plate ? 6.5 : 8.5);
    context.part.labels.push_back({.rect = {x0, y, width, 13.0},
                                   .text = text,
                                   .role = TextRole::Small,
                                   .align = Qt::AlignCenter,
                                   .plate = plate});
    return true;
}

QString keptText(const PanelContext& context) {
    return Compare::tr("released; 1/%1 kept").arg(context.timeline().worldSize);
}

/// In the first row with room for it: what becomes of a gradient once it is reduced.
void explain(const PanelContext& context) {
    for (int bucket = 0; bucket < context.plan.rows; ++bucket) {
        const Row row = rowOf(context, bucket);
        const Life* full = shownLife(context, row.track.full);
        if (!full) continue;
        const Life* dead = shownLife(context, row.track.dead);
        const Life* shard = shownLife(context, row.track.shard);
        const auto x = [&](int64_t ns) { return context.map.x(ns); };
        const QString held = Compare::tr("reduced, yet held in full until the step");
        if (dead && sayAt(context, x(dead->beginNs), x(dead->endNs), row, held, true)) return;
        if (shard && shard->endNs > full->endNs &&
            sayAt(context, x(full->endNs), x(shard->endNs), row, keptText(context), false)) {
            return;
        }
    }
}

QString rangeText(const Timeline& timeline, int first, int last) {
    const auto label = [&](int bucket) {
        return QString::fromStdString(timeline.buckets[static_cast<size_t>(bucket)].label);
    };
    if (last - first == 1) return label(first);
    return QStringLiteral("%1–%2").arg(label(first), label(last - 1));
}

/// Rows too low for a name each are named every few rows, below the caption.
void layFolded(const PanelContext& context) {
    const auto buckets = static_cast<int>(context.rows.buckets.size());
    const double top = context.yOf(context.plan.gradients);
    double free = top + 28.0;
    for (int i = 0; i < context.plan.rows; ++i) {
        const int first = i * context.plan.bucketsPerRow;
        const int last = std::min(buckets, first + context.plan.bucketsPerRow);
        const double y = std::round(top + context.plan.gradientRow * i);
        const double height = context.plan.gradientRow - 1.0;
        layFoldedGradients(context, first, last, y, height);
        if (y + height / 2.0 - 6.0 < free) continue;
        free = y + height / 2.0 + 8.0;
        layName(context, rangeText(context.timeline(), first, last), y + height / 2.0 - 6.0, 12.0);
    }
    const QString text = Compare::tr("%1 buckets a row").arg(context.plan.bucketsPerRow);
    context.margin.labels.push_back({.rect = context.gutter(top + 12.0, 13.0),
                                     .text = text,
                                     .role = TextRole::Small,
                                     .ink = Ink::Faint});
}

}  // namespace

void layGradients(const PanelContext& context) {
    if (!context.plan.hasGradients) return;
    const double y = context.yOf(context.plan.gradients);
    context.margin.labels.push_back({.rect = context.gutter(y - 1.0, 14.0),
                                     .text = Compare::tr("gradients"),
                                     .role = TextRole::Label});
    if (context.plan.bucketsPerRow > 1) return layFolded(context);
    for (int bucket = 0; bucket < context.plan.rows; ++bucket) layRow(context, bucket);
    explain(context);
}

}  // namespace shardscope::gui
