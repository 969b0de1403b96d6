#include "tests/bench/timeline/frames.h"

#include <QImage>
#include <QPainter>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>

#include "gui/layout/compare_layout.h"
#include "gui/layout/pool_map.h"
#include "gui/paint/fonts.h"
#include "gui/paint/paint_scene.h"
#include "tests/bench/timeline/synthetic.h"

namespace shardscope::bench {
namespace {

using namespace gui;

constexpr int kPanels = 4, kFrames = 60;
constexpr double kBudgetMs = 16.7;

double processorMs() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

double clockMs() {
    return std::chrono::duration<double, std::milli>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// ms, a frame each.
struct Frames {
    std::vector<double> clock, processor, layout;

    static double at(std::vector<double> values, int percent) {
        std::ranges::sort(values);
        return values[(values.size() - 1) * static_cast<size_t>(percent) / 100];
    }
};

/// The view as panning makes it: each frame a fiftieth of the range further on.
Frames panned(const std::vector<LoadedPtr>& panels, Viewport viewport, const TimeRange& whole) {
    QImage image(1920, 1080, QImage::Format_RGB32);
    const Theme theme = lightTheme();
    const TextMeter meter = fontMeter();
    Frames frames;
    for (int i = 0; i < kFrames; ++i) {
        viewport.range = clampedTo(moved(viewport.range, viewport.range.lengthNs() / 50), whole);
        const double clock = clockMs(), processor = processorMs();
        const Scene scene = layoutTimeline(panels, viewport, meter);
        frames.layout.push_back(processorMs() - processor);
        QPainter painter(&image);
        paint(painter, scene, theme);
        painter.end();
        frames.processor.push_back(processorMs() - processor);
        frames.clock.push_back(clockMs() - clock);
    }
    return frames;
}

void print(const char* zoom, const Frames& frames) {
    const double most = Frames::at(frames.clock, 95);
    std::printf(
        "  %-18s frame median %5.1f ms, 95 %% %5.1f ms%s; of processor time %5.1f and %5.1f ms, "
        "layout of it %5.1f ms\n",
        zoom, Frames::at(frames.clock, 50), most, most > kBudgetMs ? " (over 16.7)" : "",
        Frames::at(frames.processor, 50), Frames::at(frames.processor, 95),
        Frames::at(frames.layout, 50));
}

}  // namespace

void reportFrames(int64_t events, bool allRanks, std::string_view only) {
    const std::vector<LoadedPtr> panels = panelsOf(events, kPanels);
    Viewport viewport{.size = {1920, 1080}, .allRanks = allRanks};
    const std::vector<Frame> frames = framesOf(panels, viewport);
    const TimeRange whole = wholeRange(frames), step = stepRange(frames);
    std::printf(
        "%lld events, %d panels%s: rows take %.1f bytes an event\n", static_cast<long long>(events),
        kPanels, allRanks ? ", band over 4 ranks" : "",
        static_cast<double>(panels[0]->timeline->sizeBytes()) / static_cast<double>(events));
    const std::pair<const char*, int64_t> zooms[] = {{"whole run", whole.lengthNs()},
                                                     {"a third of it", whole.lengthNs() / 3},
                                                     {"a tenth of it", whole.lengthNs() / 10},
                                                     {"a thirtieth", whole.lengthNs() / 30},
                                                     {"ten steps", step.lengthNs() * 10},
                                                     {"a step", step.lengthNs()},
                                                     {"a tenth of a step", step.lengthNs() / 10},
                                                     {"a hundredth", step.lengthNs() / 100}};
    for (const auto& [name, length] : zooms) {
        if (!only.empty() && only != name) continue;
        viewport.range = clampedTo({whole.lengthNs() / 3, whole.lengthNs() / 3 + length}, whole);
        print(name, panned(panels, viewport, whole));
    }
}

void reportMap(int64_t events) {
    const std::vector<LoadedPtr> panels = panelsOf(events, kPanels);
    const std::vector<Frame> all = framesOf(panels, Viewport{});
    const TimeRange whole = wholeRange(all);
    const PoolMapViewport viewport{.size = {1280, 240}};
    QImage image(viewport.size.toSize(), QImage::Format_RGB32);
    const Theme theme = lightTheme();
    const TextMeter meter = fontMeter();
    Frames frames;
    for (int i = 0; i < kFrames; ++i) {
        const int64_t at = whole.beginNs + whole.lengthNs() * i / kFrames + i * 1'000'003;
        const double clock = clockMs(), processor = processorMs();
        const Scene scene = layoutPoolMap(poolPanelsOf(all, at), viewport, meter);
        frames.layout.push_back(processorMs() - processor);
        QPainter painter(&image);
        paint(painter, scene, theme);
        painter.end();
        frames.processor.push_back(processorMs() - processor);
        frames.clock.push_back(clockMs() - clock);
    }
    size_t bytes = 0;
    for (const RankTimeline& rank : panels[0]->timeline->ranks) bytes += rank.pool.sizeBytes();
    std::printf("%lld events, memory map of %d panels: places take %.1f bytes an event\n",
                static_cast<long long>(events), kPanels,
                static_cast<double>(bytes) / static_cast<double>(events));
    print("any instant", frames);
}

}  // namespace shardscope::bench
