// Behind a panel's rows: steps that do not count, borders of steps, and the phases' names.

#include <algorithm>

#include "gui/layout/panel_context.h"
#include "gui/layout/words.h"

namespace shardscope::gui {
namespace {

QRectF column(const PanelContext& context, double x0, double x1) {
    const double y = context.yOf(context.plan.phases);
    return {x0, y, x1 - x0, context.plan.height - context.plan.phases};
}

void shade(const PanelContext& context, int64_t beginNs, int64_t endNs) {
    const double x0 = std::max(context.map.left, context.map.x(beginNs));
    const double x1 = std::min(context.map.right, context.map.x(endNs));
    if (x1 <= x0) return;
    const QRectF rect = column(context, x0, x1);
    context.part.ground.push_back({rect, {Ink::Warmup, Hatch::None, false}, {}});
    const QString text = Compare::tr("warm-up: not counted");
    if (context.meter(text, TextRole::Small) + 12.0 < x1 - x0 && context.plan.memoryHeight > 0) {
        context.part.labels.push_back(
            {.rect = {x0 + 6.0, context.yOf(context.plan.memory), x1 - x0 - 8.0, 14.0},
             .text = text,
             .role = TextRole::Small,
             .ink = Ink::Faint});
    }
}

/// Up to the first step that counts: set-up and warm-up.
void shadeWarmup(const PanelContext& context) {
    const Timeline& timeline = context.timeline();
    if (timeline.measured.empty()) return;
    const StepWindow* first = context.rows.window(timeline.measured.front());
    if (first && first->beginNs > timeline.beginNs) {
        shade(context, timeline.beginNs, first->beginNs);
    }
}

void border(const PanelContext& context, int64_t ns, bool aligned) {
    const double x = std::round(context.map.x(ns)) + 0.5;
    if (x < context.map.left || x > context.map.right) return;
    context.part.strokes.push_back({.from = {x, context.yOf(context.plan.phases)},
                                    .to = {x, context.yOf(context.plan.height)},
                                    .ink = aligned ? Ink::Faint : Ink::Grid,
                                    .dashed = true});
}

void drawBorders(const PanelContext& context) {
    const double scale = context.map.pixelsPerNs();
    const auto [first, last] =
        visibleIn(context.rows.steps, context.map.beginNs(), context.map.endNs());
    double previous = -100.0;
    for (size_t i = first; i < last; ++i) {
        const StepWindow& window = context.rows.steps[i];
        const bool aligned = context.frame.step && window.step == context.frame.step->step;
        const double x = context.map.x(window.beginNs);
        if (x - previous < 8.0 && !aligned) continue;
        previous = x;
        border(context, window.beginNs, aligned);
        if (static_cast<double>(window.lengthNs()) * scale > 8.0) {
            border(context, window.endNs, aligned);
        }
    }
}

Ink inkOfPhase(const std::string& name) {
    if (name == "forward") return Ink::Forward;
    if (name == "backward") return Ink::Backward;
    if (name == "optimizer") return Ink::Optimizer;
    if (name == "gather") return Ink::Gather;
    return Ink::Warmup;
}

QString phaseText(const std::string& name, int microBatch, bool several) {
    QString text = QString::fromStdString(name);
    if (name == "forward") text = Compare::tr("forward");
    if (name == "backward") text = Compare::tr("backward");
    if (name == "optimizer") text = Compare::tr("optimizer");
    if (name == "gather") text = Compare::tr("all-gather of the new parameters");
    if (name == "setup") text = Compare::tr("set-up");
    if (several && microBatch >= 0) text += QStringLiteral(" %1").arg(microBatch + 1);
    return text;
}

}  // namespace

void layGround(const PanelContext& context) {
    shadeWarmup(context);
    drawBorders(context);
}

void layPhases(const PanelContext& context) {
    const bool several = context.rows.accumulates;
    const double y = context.yOf(context.plan.phases);
    foldVisible(
        context.rows.phases, context.map, [&](double x0, double x1, size_t first, size_t count) {
            const Span& span = context.rows.phases[first];
            const std::string& name = context.timeline().names[span.name];
            const QRectF rect(x0, y, std::max(1.0, x1 - x0 - 1.0), context.plan.phaseHeight);
            context.part.boxes.push_back(
                {rect,
                 {inkOfPhase(name), Hatch::None, count > 1},
                 {HitKind::Phase, context.panel, -1, static_cast<uint32_t>(first),
                  static_cast<uint32_t>(count)}});
            const double from = std::max(x0, context.map.left) + 4.0;
            const double room = std::min(x1, context.map.right) - from - 4.0;
            if (count > 1 || room < 24.0) return;
            QString text = phaseText(name, span.microBatch, several);
            if (name == "gather" && context.meter(text, TextRole::Small) > room) {
                text = Compare::tr("all-gather");
            }
            context.part.labels.push_back(
                {.rect = {from, y, room, context.plan.phaseHeight},
                 .text = elided(text, room, TextRole::Small, context.meter),
                 .role = TextRole::Small,
                 .ink = Ink::Text});
        });
}

}  // namespace shardscope::gui
