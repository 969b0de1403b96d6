// How fast the compare view is: a frame's layout and painting in four panels at 1920x1080, by zoom, and
// what a recording takes in memory. Single thread; prints, asserts nothing.

#include <benchmark/benchmark.h>

#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <algorithm>
#include <vector>

#include "gui/layout/compare_layout.h"
#include "gui/model/build_timeline.h"
#include "gui/paint/fonts.h"
#include "gui/paint/paint_scene.h"
#include "tests/traces/sample_trace.h"

namespace shardscope::gui {
namespace {

constexpr QSize kScreen(1920, 1080);
constexpr int kFrames = 40;

LoadedPtr madeUp(int64_t events) {
    auto loaded = std::make_shared<LoadedRecording>();
    loaded->name = "zero-2";
    loaded->trace = traces::test::largeRecording(events);
    loaded->timeline = buildTimeline(loaded->trace);
    return loaded;
}

/// Four panels of one recording of so many events in all.
const std::vector<LoadedPtr>& panels(int64_t events) {
    static int64_t made = 0;
    static std::vector<LoadedPtr> four;
    if (made != events) {
        four.clear();
        four.assign(4, madeUp(events / 4));
        made = events;
    }
    return four;
}

/// Frames while panning over a 1/zoom part of the run; 95 of 100 take at most "p95 ms".
void panning(benchmark::State& state) {
    const auto& four = panels(state.range(0));
    Viewport view{.size = kScreen, .allRanks = true};
    const TimeRange whole = wholeRange(framesOf(four, view));
    const int64_t length = std::max<int64_t>(whole.lengthNs() / state.range(1), 100);
    const TextMeter meter = fontMeter();
    const Theme theme = lightTheme();
    QImage screen(kScreen, QImage::Format_ARGB32_Premultiplied);
    std::vector<double> frames;
    for (auto _ : state) {
        for (int i = 0; i < kFrames; ++i) {
            const int64_t begin = whole.beginNs + (whole.lengthNs() - length) / kFrames * i;
            view.range = {begin, begin + length};
            const auto began = std::chrono::steady_clock::now();
            QPainter painter(&screen);
            paint(painter, layoutTimeline(four, view, meter), theme);
            painter.end();
            const std::chrono::duration<double, std::milli> took =
                std::chrono::steady_clock::now() - began;
            frames.push_back(took.count());
        }
    }
    std::ranges::sort(frames);
    state.counters["p95 ms"] = frames[frames.size() * 95 / 100];
    state.counters["median ms"] = frames[frames.size() / 2];
}
BENCHMARK(panning)
    ->ArgNames({"events", "zoom"})
    ->ArgsProduct({{1'000'000, 10'000'000}, {1, 30, 1000, 30000}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

void building(benchmark::State& state) {
    const traces::Trace trace = traces::test::largeRecording(1'000'000);
    size_t bytes = 0;
    for (auto _ : state) bytes = buildTimeline(trace)->sizeBytes();
    state.counters["bytes/event"] =
        static_cast<double>(bytes) / static_cast<double>(trace.events.size());
}
BENCHMARK(building)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace shardscope::gui

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
