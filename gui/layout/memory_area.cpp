// Live bytes by category as stacked areas, one composition a pixel column: that of the column's
// highest instant, so that no peak is lost at any zoom.

#include <algorithm>
#include <cmath>

#include "gui/layout/memory_columns.h"
#include "gui/layout/panel_context.h"
#include "gui/layout/words.h"

namespace shardscope::gui {
namespace {

constexpr size_t kAhead = 8;  ///< columns: their calls lie anywhere among millions

/// One panel's byte axis: zero at the floor.
struct ByteMap {
    double floor, height, bytesTop;
    float y(int64_t bytes) const {
        return static_cast<float>(floor - static_cast<double>(bytes) / bytesTop * height);
    }
};

ByteMap byteMapOf(const PanelContext& context) {
    return {.floor = context.yOf(context.plan.memory + context.plan.memoryHeight),
            .height = context.plan.memoryHeight,
            .bytesTop = context.bytesTop};
}

/// Of what is no larger than a screen: no library call for each of a hundred thousand.
float rounded(float y) {
    constexpr int kAbove = 1 << 20;
    const float up = std::clamp(y, -1e5F, 1e5F) + 0.5F;
    return static_cast<float>(static_cast<int>(static_cast<double>(up) + kAbove) - kAbove);
}

StackColumn columnOf(double x, const core::CategoryBytes& bytes, const ByteMap& map) {
    StackColumn column{.x = static_cast<float>(x)};
    int64_t sum = 0;
    size_t i = 0;
    for (const core::Category category : stackingOrder()) {
        sum += bytes[static_cast<size_t>(category)];
        column.tops[i++] = rounded(map.y(sum));
    }
    return column;
}

/// Columns of equal heights become one wider column.
void append(Stack& stack, const StackColumn& column) {
    if (!stack.columns.empty()) {
        StackColumn& last = stack.columns.back();
        last.width = column.x - last.x;
        if (last.tops == column.tops) return;
    }
    stack.columns.push_back(column);
}

void layStack(const PanelContext& context, const ByteMap& map) {
    const MemoryTrack& track = context.rows.memory;
    Stack& stack = context.part.stack;
    stack.floor = static_cast<float>(std::round(map.floor));
    std::vector<std::pair<double, size_t>> shown;  // x, call
    forCalls(track, context.map, [&](double x, size_t call) { shown.emplace_back(x, call); });
    for (size_t i = 0; i < shown.size(); ++i) {
        if (i + kAhead < shown.size()) track.fetch(shown[i + kAhead].second);
        append(stack, columnOf(shown[i].first, track.compositionAt(shown[i].second), map));
    }
    if (!stack.columns.empty()) {
        StackColumn& last = stack.columns.back();
        const double end = context.map.x(context.timeline().endNs);
        last.width = std::max(1.0F, static_cast<float>(std::min(context.map.right, end)) - last.x);
    }
}

/// Where the highest of what is in sight is, with its bytes.
void markPeak(const PanelContext& context, const ByteMap& map) {
    const MemoryTrack& track = context.rows.memory;
    const CallRange range = track.callsIn(context.map.beginNs(), context.map.endNs());
    if (range.empty()) return;
    const MemoryCall& highest = track.calls()[track.highestIn(range)];
    const auto& report = context.frame.recording->report;
    const bool peak = report && highest.live == report->memory.peak.bytes;
    const QString text = peak ? Compare::tr("peak %1").arg(bytesText(highest.live))
                              : Compare::tr("highest here %1").arg(bytesText(highest.live));
    const double x = context.map.x(highest.timeNs);
    const double y = map.y(highest.live);
    const double width = context.meter(text, TextRole::Strong) + 8.0;
    const double left = std::clamp(x - width / 2.0, context.map.left + 2.0,
                                   std::max(context.map.left + 2.0, context.map.right - width));
    const double top = context.yOf(context.plan.memory);
    context.part.strokes.push_back({.from = {x, y}, .to = {x, top + 14.0}, .ink = Ink::Text});
    context.part.labels.push_back({.rect = {left, top, width, 14.0},
                                   .text = text,
                                   .role = TextRole::Strong,
                                   .align = Qt::AlignCenter,
                                   .plate = true});
}

/// How much lower this recording's peak is than the highest of all panels: a line, and the gap.
void markSaving(const PanelContext& context, const ByteMap& map) {
    const auto& report = context.frame.recording->report;
    if (!report) return;
    const int64_t saved = context.mostBytes - report->memory.peak.bytes;
    const double y = std::round(map.y(context.mostBytes)) + 0.5;
    const double own = map.y(report->memory.peak.bytes);
    if (own - y < 3.0) return;
    const double x = context.map.right - 10.0;
    context.part.strokes.push_back({.from = {context.map.left, y},
                                    .to = {context.map.right, y},
                                    .ink = Ink::Accent,
                                    .dashed = true});
    context.part.strokes.push_back(
        {.from = {x, y}, .to = {x, own}, .ink = Ink::Accent, .width = 2.0F});
    const QString text = Compare::tr("%1 below the highest").arg(bytesText(saved));
    const double width = context.meter(text, TextRole::Small) + 8.0;
    context.part.labels.push_back({.rect = {x - width - 3.0, y + 1.0, width, 13.0},
                                   .text = text,
                                   .role = TextRole::Small,
                                   .ink = Ink::Accent,
                                   .align = Qt::AlignCenter,
                                   .plate = true});
}

double niceBytes(double least) {
    double step = 1.0;
    while (step * 1024.0 <= least) step *= 1024.0;
    for (const double factor : {1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1024.0}) {
        if (step * factor >= least) return step * factor;
    }
    return step * 1024.0;
}

void layScale(const PanelContext& context, const ByteMap& map) {
    const double step = niceBytes(context.bytesTop * 20.0 / map.height);
    for (double bytes = 0.0; bytes <= context.bytesTop; bytes += step) {
        const auto value = static_cast<int64_t>(bytes);
        const double y = std::round(map.y(value)) + 0.5;
        context.margin.strokes.push_back(
            {.from = {context.map.left - 4.0, y}, .to = {context.map.left, y}, .ink = Ink::Faint});
        context.part.ground.push_back(
            {{context.map.left, y - 0.5, context.plotWidth(), 1.0}, {.ink = Ink::Grid}, {}});
        if (y - 7.0 < context.yOf(context.plan.memory) + 13.0) continue;  // the caption is there
        context.margin.labels.push_back(
            {.rect = {40.0, std::min(y - 7.0, map.floor - 12.0), kGutter - 46.0, 14.0},
             .text = value == 0 ? QStringLiteral("0") : bytesText(value),
             .role = TextRole::Small,
             .ink = Ink::Faint,
             .align = Qt::AlignRight | Qt::AlignVCenter});
    }
}

/// Names a category inside its area where it is thick and wide enough to hold the text.
void nameAreas(const PanelContext& context) {
    const Stack& stack = context.part.stack;
    for (size_t i = 0; i < stackingOrder().size(); ++i) {
        const core::Category category = stackingOrder()[i];
        if (category != core::Category::Gradients) continue;
        double best = 0.0;
        QRectF place;
        for (const StackColumn& column : stack.columns) {
            const double upper = column.tops[i];
            const double lower = i == 0 ? stack.floor : column.tops[i - 1];
            const double area = column.width * (lower - upper);
            if (lower - upper < 13.0 || area <= best) continue;
            best = area;
            place = {column.x, upper, column.width, lower - upper};
        }
        const QString text = Compare::tr("full-size gradients");
        if (place.width() < context.meter(text, TextRole::Small) + 6.0) continue;
        context.part.labels.push_back({.rect = place,
                                       .text = text,
                                       .role = TextRole::Small,
                                       .ink = Ink::OnFill,
                                       .align = Qt::AlignCenter});
    }
}

/// Least and most over all ranks.
void layBand(const PanelContext& context, const ByteMap& map) {
    forBand(context.timeline(), context.map, [&](double x, double width, const MemorySlot& slot) {
        context.part.band.push_back({static_cast<float>(x), static_cast<float>(width),
                                     map.y(slot.most), map.y(slot.least)});
    });
}

}  // namespace

Hatch hatchOf(core::Category category) {
    switch (category) {
        case core::Category::MasterWeights:
        case core::Category::ActivationGradients:
            return Hatch::Falling;
        case core::Category::Buckets:
            return Hatch::Rising;
        case core::Category::Workspace:
        case core::Category::Communication:
            return Hatch::Cross;
        default:
            return Hatch::None;
    }
}

const std::array<core::Category, kStack>& stackingOrder() {
    using enum core::Category;
    static const std::array<core::Category, kStack> order{
        Weights,     MasterWeights,       OptimizerState, Workspace,      Communication,
        Activations, ActivationGradients, Buckets,        GradientShards, Gradients};
    return order;
}

void layMemory(const PanelContext& context) {
    if (context.plan.memoryHeight <= 0.0) return;
    const ByteMap map = byteMapOf(context);
    const QRectF area(context.map.left, context.yOf(context.plan.memory), context.plotWidth(),
                      context.plan.memoryHeight);
    context.part.boxes.push_back({area, {}, {.kind = HitKind::Memory, .panel = context.panel}});
    layScale(context, map);
    layStack(context, map);
    if (context.viewport.allRanks) layBand(context, map);
    nameAreas(context);
    markSaving(context, map);
    markPeak(context, map);
    context.margin.labels.push_back({.rect = context.gutter(area.top(), 14.0),
                                     .text = Compare::tr("memory"),
                                     .role = TextRole::Label,
                                     .ink = Ink::Text});
}

}  // namespace shardscope::gui
