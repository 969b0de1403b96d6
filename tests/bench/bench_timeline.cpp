// The compare view's frames where memory changes as often as in a measured run: layout and paint at
// 1920x1080, four panels of a recording of 1 and of 10 million events, at zooms from the whole run to
// a hundredth of a step. Prints the median and the 95th percentile of a frame in ms, and the bytes
// that a recording's rows take an event.
//
// Rows are made without a trace, in the proportions of a measured recording of four ranks (26,849
// events: 11.7 % operations, 0.9 % collectives, 0.8 % stalls, 19.1 % pool calls, 1.9 % gradient
// events; the rest, mostly counters, makes no rows).

#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>

#include "gui/layout/compare_layout.h"
#include "gui/model/rank_builder.h"
#include "gui/paint/fonts.h"
#include "gui/paint/paint_scene.h"

namespace {

using namespace shardscope;
using namespace shardscope::gui;

constexpr int kBuckets = 7;
constexpr int kOperations = 196;  ///< a rank and step
constexpr int kCalls = 320;
constexpr int64_t kStepNs = 120'000'000;
constexpr int64_t kEventsAStep = 1678;  ///< a rank and step, those without rows too

void addOperations(RankBuilder& rank, int64_t step, int64_t beginNs) {
    const int64_t slot = kStepNs / kOperations;
    for (int i = 0; i < kOperations; ++i) {
        const int64_t at = beginNs + i * slot;
        const Span span{.beginNs = at,
                        .endNs = at + slot * 9 / 10,
                        .bytes = 1 << 20,
                        .name = 1,
                        .step = static_cast<int32_t>(step),
                        .microBatch = 0,
                        .kind = i % 15 == 14 ? SpanKind::Stall : SpanKind::Operation};
        rank.span(1, span);
        rank.computed({{step, 0, i * 2}, span.beginNs, span.endNs});
    }
}

void addBuckets(RankBuilder& rank, int64_t step, int64_t beginNs) {
    for (int b = 0; b < kBuckets; ++b) {
        const int64_t born = beginNs + kStepNs * (30 + 8 * b) / 100;
        const int64_t reduced = born + kStepNs / 8, freed = beginNs + kStepNs * 95 / 100;
        const auto number = static_cast<int32_t>(step);
        rank.span(2, {.beginNs = born + kStepNs / 20,
                      .endNs = reduced,
                      .bytes = 7 << 19,
                      .name = 2,
                      .bucket = b,
                      .step = number,
                      .microBatch = 0,
                      .kind = SpanKind::Collective});
        rank.life(LifeKind::Full, b, {born, reduced, 7 << 19, number, 0});
        rank.life(LifeKind::Shard, b, {reduced, freed, 7 << 17, number, 0});
        rank.life(LifeKind::Ready, b, {beginNs, freed, 7 << 19, number, -1});
        for (int kind = 0; kind < kMarkKinds; ++kind) {
            const int64_t at = born + (reduced - born) * kind / (kMarkKinds - 1);
            rank.mark(b, {at, number, 0, static_cast<MarkKind>(kind)});
        }
    }
}

/// Allocated one after another, freed in the opposite order; a step differs from its neighbours.
void addCalls(RankBuilder& rank, int64_t step, int64_t beginNs) {
    const int64_t bytes = 100'000 + step * 7919 % 50'000;
    for (int i = 0; i < kCalls; ++i) {
        const bool up = i < kCalls / 2;
        const int buffer = up ? i : kCalls - 1 - i;
        rank.call({{step, 0, i * 2 * kOperations / kCalls},
                   step * kCalls + i,
                   {.hostNs = beginNs + i * 500,
                    .change = up ? bytes : -bytes,
                    .bucket = buffer % kBuckets,
                    .microBatch = 0,
                    .category = static_cast<core::Category>(buffer % core::kCategories)}});
    }
}

LoadedPtr recordingOf(int64_t events, int ranks) {
    auto timeline = std::make_shared<Timeline>();
    timeline->names = {"", "matmul h.3.mlp.c_fc", "reduce-scatter B3"};
    timeline->worldSize = ranks;
    timeline->ours = true;
    for (int b = 0; b < kBuckets; ++b) {
        timeline->buckets.push_back({"B" + std::to_string(kBuckets - 1 - b), 7 << 19, false});
    }
    const int64_t steps = events / ranks / kEventsAStep;
    for (int r = 0; r < ranks; ++r) {
        RankBuilder rank;
        for (int64_t step = 0; step < steps; ++step) {
            const int64_t beginNs = step * (kStepNs + kStepNs / 10);
            rank.step({beginNs, beginNs + kStepNs, step});
            addOperations(rank, step, beginNs);
            addBuckets(rank, step, beginNs);
            addCalls(rank, step, beginNs);
        }
        timeline->ranks.push_back(rank.finish(
            kBuckets, [](uint32_t tid) { return tid == 1 ? "compute" : "communication"; },
            [](uint32_t tid) { return tid == 1 ? LaneKind::Compute : LaneKind::Communication; }));
    }
    for (int64_t step = 1; step < steps; ++step) timeline->measured.push_back(step);
    timeline->chooseMedians();
    timeline->endNs = steps * (kStepNs + kStepNs / 10);
    auto loaded = std::make_shared<LoadedRecording>();
    loaded->name = "synthetic";
    loaded->timeline = timeline;
    return loaded;
}

double milliseconds(auto work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
        .count();
}

struct Frames {
    std::vector<double> whole, layout;  ///< ms, ascending
};

Frames panned(const std::vector<LoadedPtr>& panels, Viewport viewport, const TimeRange& whole) {
    QImage image(1920, 1080, QImage::Format_RGB32);
    const Theme theme = lightTheme();
    const TextMeter meter = fontMeter();
    Frames frames;
    for (int i = 0; i < 40; ++i) {
        viewport.range = clampedTo(moved(viewport.range, viewport.range.lengthNs() / 50), whole);
        Scene scene;
        const double layout =
            milliseconds([&] { scene = layoutTimeline(panels, viewport, meter); });
        const double drawing = milliseconds([&] {
            QPainter painter(&image);
            paint(painter, scene, theme);
        });
        frames.layout.push_back(layout);
        frames.whole.push_back(layout + drawing);
    }
    std::ranges::sort(frames.layout);
    std::ranges::sort(frames.whole);
    return frames;
}

void report(int64_t events, bool allRanks) {
    const LoadedPtr recording = recordingOf(events, 4);
    const std::vector<LoadedPtr> panels(4, recording);
    Viewport viewport{.size = {1920, 1080}, .allRanks = allRanks};
    const std::vector<Frame> frames = framesOf(panels, viewport);
    const TimeRange whole = wholeRange(frames), step = stepRange(frames);
    std::printf(
        "%lld events, 4 panels%s: rows take %.1f bytes an event\n", static_cast<long long>(events),
        allRanks ? ", band over 4 ranks" : "",
        static_cast<double>(recording->timeline->sizeBytes()) / static_cast<double>(events));
    const std::pair<const char*, int64_t> zooms[] = {{"whole run", whole.lengthNs()},
                                                     {"a tenth of it", whole.lengthNs() / 10},
                                                     {"ten steps", step.lengthNs() * 10},
                                                     {"a step", step.lengthNs()},
                                                     {"a tenth of a step", step.lengthNs() / 10},
                                                     {"a hundredth", step.lengthNs() / 100}};
    for (const auto& [name, length] : zooms) {
        viewport.range = {whole.lengthNs() / 3, whole.lengthNs() / 3 + length};
        viewport.range = clampedTo(viewport.range, whole);
        const Frames times = panned(panels, viewport, whole);
        std::printf("  %-18s frame median %6.1f ms, 95 %% %6.1f ms; layout of it %6.1f ms\n", name,
                    times.whole[20], times.whole[37], times.layout[20]);
    }
}

}  // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(argc, argv);
    report(1'000'000, true);
    report(10'000'000, false);
    report(10'000'000, true);
    return 0;
}
