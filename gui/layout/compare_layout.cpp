#include "gui/layout/compare_layout.h"

#include <algorithm>
#include <cmath>

#include "gui/layout/frame_parts.h"
#include "gui/layout/panel_context.h"
#include "gui/layout/words.h"

namespace shardscope::gui {
namespace {

constexpr double kAxisHeight = 20.0;
constexpr double kMinimapHeight = 30.0;
constexpr size_t kTypicalBoxes = 16384;  ///< of a panel from afar

int64_t mostBytesOf(const std::vector<Frame>& frames) {
    int64_t most = 1;
    for (const Frame& frame : frames) {
        for (const RankTimeline& rank : frame.recording->timeline->ranks) {
            most = std::max(most, rank.memory.mostLive());
        }
    }
    return most;
}

/// One scale for all panels, with room above the highest for its label.
double bytesTopOf(int64_t most, const std::vector<PanelPlan>& plans) {
    double height = 40.0;
    for (const PanelPlan& plan : plans) height = std::max(height, plan.memoryHeight);
    return static_cast<double>(most) * height / (height - 16.0);
}

struct Regions {
    double legend = 0.0;
    QRectF axis, plot, minimap;
};

Regions regionsOf(const FrameContext& context) {
    const QSizeF size = context.viewport.size;
    const bool chrome = context.viewport.chrome;
    Regions regions;
    regions.legend = chrome ? legendHeight(context, size.width()) : 0.0;
    const double width = std::max(50.0, size.width() - kGutter - kMargin);
    regions.axis = {kGutter, regions.legend, width, kAxisHeight};
    const double minimap = chrome ? kMinimapHeight + 8.0 : 0.0;
    const double top = regions.axis.bottom() + 4.0;
    regions.plot = {kGutter, top, width, std::max(20.0, size.height() - top - minimap)};
    regions.minimap = {kGutter, size.height() - kMinimapHeight - 4.0, width,
                       chrome ? kMinimapHeight : 0.0};
    return regions;
}

void layPanel(const PanelContext& context) {
    layTitle(context);
    layGround(context);
    layPhases(context);
    layMemory(context);
    layGradients(context);
    layParameters(context);
    layLanes(context);
    layFlow(context);
}

/// A recording with no events of the shown rank still has its title.
const RankTimeline& rowsOrEmpty(const Frame& frame) {
    static const RankTimeline empty;
    const RankTimeline* rows = frame.rows();
    return rows ? *rows : empty;
}

void layPanels(const FrameContext& context, const std::vector<PanelPlan>& plans, Scene& scene) {
    const int64_t mostBytes = mostBytesOf(context.frames);
    const double bytesTop = bytesTopOf(mostBytes, plans);
    const QRectF sight(0.0, scene.plot.top(), context.viewport.size.width(), scene.plot.height());
    double top = scene.plot.top() - context.viewport.scroll;
    for (size_t i = 0; i < context.frames.size(); ++i) {
        const QRectF panel(6.0, top, context.viewport.size.width() - 12.0, plans[i].height);
        scene.panels.push_back(panel);
        scene.memories.emplace_back(scene.plot.left(), top + plans[i].memory, scene.plot.width(),
                                    plans[i].memoryHeight);
        top += plans[i].height + kPanelGap;
        if (!panel.intersects(sight)) continue;
        Part margin{.clip = sight.intersected(panel)};
        Part part{.clip = QRectF(scene.plot.left(), panel.top(), scene.plot.width(), panel.height())
                              .intersected(sight)};
        part.boxes.reserve(kTypicalBoxes);
        margin.ground.push_back({panel,
                                 {.ink = Ink::Panel},
                                 {.kind = HitKind::Panel, .panel = static_cast<int32_t>(i)}});
        const Frame& frame = context.frames[i];
        layPanel(
            {.frame = frame,
             .rows = rowsOrEmpty(frame),
             .plan = plans[i],
             .viewport = context.viewport,
             .meter = context.meter,
             .map = {scene.plot.left(), scene.plot.right(), context.viewport.range, frame.originNs},
             .panel = static_cast<int>(i),
             .top = panel.top(),
             .bytesTop = bytesTop,
             .mostBytes = mostBytes,
             .part = part,
             .margin = margin});
        scene.parts.push_back(std::move(margin));
        scene.parts.push_back(std::move(part));
    }
    scene.contentHeight = top + context.viewport.scroll - scene.plot.top();
}

void layNothing(const FrameContext& context, Scene& scene) {
    Part part{.clip = {QPointF(0.0, 0.0), scene.size}};
    part.labels.push_back({.rect = part.clip,
                           .text = Compare::tr("Open two recordings to compare them."),
                           .role = TextRole::Title,
                           .ink = Ink::Faint,
                           .align = Qt::AlignCenter});
    (void)context;
    scene.parts.push_back(std::move(part));
}

}  // namespace

Scene layoutTimeline(const std::vector<LoadedPtr>& recordings, const Viewport& viewport,
                     const TextMeter& meter) {
    Scene scene{.size = viewport.size};
    const std::vector<Frame> frames = framesOf(recordings, viewport);
    FrameContext context{frames, viewport, meter, {}};
    if (frames.empty()) {
        layNothing(context, scene);
        return scene;
    }
    const Regions regions = regionsOf(context);
    context.plot = scene.plot = regions.plot;
    scene.axis = regions.axis;
    scene.minimap = regions.minimap;
    layPanels(context, planPanels(frames, viewport, regions.plot.height()), scene);
    Part chrome{.clip = {QPointF(0.0, 0.0), viewport.size}};
    if (viewport.chrome) {
        layLegend(context, chrome);
        layMinimap(context, regions.minimap, chrome);
    }
    layAxis(context, regions.axis, chrome);
    scene.parts.push_back(std::move(chrome));
    scene.parts.push_back(overlayOf(recordings, viewport, scene, meter));
    return scene;
}

Part overlayOf(const std::vector<LoadedPtr>& recordings, const Viewport& viewport,
               const Scene& scene, const TextMeter& meter) {
    const std::vector<Frame> frames = framesOf(recordings, viewport);
    Part overlay{.clip = {0.0, scene.axis.top(), scene.size.width(),
                          scene.plot.bottom() - scene.axis.top()}};
    layCursor({frames, viewport, meter, scene.plot}, scene, overlay);
    return overlay;
}

Hit hitTest(const Scene& scene, const QPointF& pos) {
    for (auto part = scene.parts.rbegin(); part != scene.parts.rend(); ++part) {
        if (!part->clip.contains(pos)) continue;
        for (const auto* boxes : {&part->boxes, &part->ground}) {
            for (auto box = boxes->rbegin(); box != boxes->rend(); ++box) {
                if (box->hit.kind != HitKind::Nothing && box->rect.contains(pos)) return box->hit;
            }
        }
    }
    return {};
}

}  // namespace shardscope::gui
